import type { CategoryRequest as Form, CategoryResponse } from "@karst/client";
import { ConflictDialog } from "../form/ConflictDialog";
import { useCloseAfterSave } from "../form/EditRecord";
import { useEditing } from "../form/useEditing";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/categories.gen";
import { useRenew } from "../useRenew";
import { CategoryForm } from "./CategoryForm";
import { toForm, toText, type CategoryText } from "./shape";

/** Edit Category. */
export function CategoryEdit({ category, onClose }: { category: CategoryResponse; onClose: () => void }) {
  const renew = useRenew();
  const toast = useToast();
  const closeAfterSave = useCloseAfterSave(onClose);
  const { base, start, save, conflict, adopt } = useEditing<CategoryResponse, CategoryText, Form>({
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
        title={t("edit")}
        category={base}
        start={start}
        form="CategoryChanges"
        save={save}
        onRestored={adopt}
        onClose={onClose}
      />
      <ConflictDialog title={t("conflict")} conflict={conflict} labelOf={(field) => t(`fields.${field}`)} />
    </>
  );
}
