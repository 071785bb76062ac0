import { Autocomplete, Chip, TextField } from "@mui/material";
import type { CategoryResponse } from "@karst/client";
import { useGetList } from "react-admin";
import { useController } from "react-hook-form";
import { t } from "../../messages/placeForm.gen";
import { CategoryDot } from "../Marks";
import type { PlaceText } from "../shape";

/** The categories of a place, in order: the first is its main one. */
export function CategoriesIn() {
  const { data = [], isPending } = useGetList<CategoryResponse>("categories", {
    pagination: { page: 1, perPage: 1000 },
  });
  const { field, fieldState } = useController<PlaceText, "categoryIds">({ name: "categoryIds" });
  const selected = field.value
    .map((id) => data.find((category) => category.id === id))
    .filter((found) => found !== undefined);
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      loading={isPending}
      options={data}
      value={selected}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      onChange={(_, categories) => field.onChange(categories.map(({ id }) => id))}
      onBlur={field.onBlur}
      renderOption={({ key, ...props }, category) => (
        <li key={key} {...props}>
          <CategoryDot category={category} />
        </li>
      )}
      renderValue={(categories, itemProps) =>
        categories.map((category, index) => {
          const { key, ...item } = itemProps({ index });
          return <Chip key={key} size="small" label={<CategoryDot category={category} />} {...item} />;
        })
      }
      renderInput={(params) => (
        <TextField
          {...params}
          // `required` would apply to the search text inside, which is blank once a category is selected.
          label={t("requiredLabel", { label: t("fields.categoryIds") })}
          inputRef={field.ref}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? t("hints.categoryIds")}
        />
      )}
    />
  );
}
