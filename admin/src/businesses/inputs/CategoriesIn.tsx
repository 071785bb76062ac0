import { Autocomplete, Chip, TextField } from "@mui/material";
import type { CategoryResponse } from "@karst/client";
import { useGetList } from "react-admin";
import { useController } from "react-hook-form";
import { texts } from "../../texts";
import { CategoryDot } from "../Marks";
import type { PlaceText } from "../shape";

const words = texts.businesses.fields.categoryIds;

/** The categories of a place, in order: the first is its main one. */
export function CategoriesIn() {
  const { data = [], isPending } = useGetList<CategoryResponse>("categories", {
    pagination: { page: 1, perPage: 1000 },
  });
  const { field, fieldState } = useController<PlaceText, "categoryIds">({ name: "categoryIds" });
  const chosen = field.value
    .map((id) => data.find((category) => category.id === id))
    .filter((found) => found !== undefined);
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      loading={isPending}
      options={data}
      value={chosen}
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
          // The group needs one, the text inside it does not: `required` would refuse a filled group.
          label={`${words.label} *`}
          inputRef={field.ref}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? words.hint}
          slotProps={{
            ...params.slotProps,
            formHelperText: { ...(fieldState.invalid && { role: "alert" }) },
          }}
        />
      )}
    />
  );
}
