import { fold } from "@karst/client/fold";
import type { CategoryResponse } from "@karst/client";
import { AutocompleteArrayInput, useGetList } from "react-admin";
import { t } from "../../messages/placeForm.gen";
import { CategoryDot } from "../Marks";

/** The categories of a place, in order: the first is its main one. */
export function CategoriesIn() {
  const { data = [], isPending } = useGetList<CategoryResponse>("categories", {
    pagination: { page: 1, perPage: 1000 },
  });
  return (
    <AutocompleteArrayInput<CategoryResponse>
      source="categoryIds"
      // `required` would apply to the search text inside, which is blank once a category is selected.
      label={t("requiredLabel", { label: t("fields.categoryIds") })}
      helperText={t("hints.categoryIds")}
      choices={data}
      isPending={isPending}
      optionText={(category: CategoryResponse) => <CategoryDot category={category} />}
      inputText={({ name }: CategoryResponse) => name}
      matchSuggestion={(typed, { name }: CategoryResponse) => fold(name).includes(fold(typed))}
      disableCloseOnSelect
    />
  );
}
