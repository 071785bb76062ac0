import type { CategoryRequest as Form, CategoryResponse, Draft } from "@karst/client";
import { useDraftEditing } from "../drafts/useDraftEditing";
import { ConflictDialog } from "../form/ConflictDialog";
import { useCloseAfterSave } from "../form/EditRecord";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/categories.gen";
import { useRenew } from "../useRenew";
import { CategoryForm } from "./CategoryForm";
import { toForm, toText, type CategoryText } from "./shape";

interface CategoryEditProps {
  category: CategoryResponse;
  draft: Draft | null;
  onClose: () => void;
}

/** Edit Category. */
export function CategoryEdit({ category, draft, onClose }: CategoryEditProps) {
  const renew = useRenew();
  const toast = useToast();
  const closeAfterSave = useCloseAfterSave(onClose);
  const { base, conflict, adopt, ...editing } = useDraftEditing<CategoryResponse, CategoryText, Form>({
    recordKey: { kind: "categories", id: String(category.id) },
    draft,
    isPublic: () => true,
    resource: "categories",
    record: category,
    toText,
    toForm,
    failed: t("failed.update"),
    onSaved: () => {
      toast.done(t("done.update"));
      // Places include the names and colors of their categories.
      void renew(["categories", "getList"], ["businesses"]);
      closeAfterSave();
    },
  });
  return (
    <>
      <CategoryForm
        {...editing}
        title={t("edit")}
        category={base}
        form="CategoryChanges"
        onRestored={adopt}
        onClose={onClose}
      />
      <ConflictDialog title={t("conflict")} conflict={conflict} labelOf={(field) => t(`fields.${field}`)} />
    </>
  );
}
