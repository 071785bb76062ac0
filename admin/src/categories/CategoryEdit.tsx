import type { CategoryRequest as Form, CategoryResponse } from "@karst/client";
import { ConflictDialog } from "../form/ConflictDialog";
import { EditInDialog, useCloseAfterSave } from "../form/EditInDialog";
import { useEditing } from "../form/useEditing";
import { useToast } from "../layout/Toasts";
import { useRenew } from "../useRenew";
import { CategoryForm } from "./CategoryForm";
import { toForm, toText, type CategoryText } from "./shape";
import { TITLE_ID } from "./titleId";
import { words } from "./words";

interface CategoryEditProps {
  id: string;
  onClose: () => void;
}

/** Edit Category. */
export function CategoryEdit({ id, onClose }: CategoryEditProps) {
  return (
    <EditInDialog<CategoryResponse>
      resource="categories"
      id={Number(id)}
      titleId={TITLE_ID}
      title={words.form.edit}
      words={{ loading: words.loadingOne, failed: words.failed.fetch, cancel: words.form.cancel }}
      heights={[44, 44, 44, 44]}
      onClose={onClose}
    >
      {(category) => <Editor category={category} onClose={onClose} />}
    </EditInDialog>
  );
}

function Editor({ category, onClose }: { category: CategoryResponse; onClose: () => void }) {
  const renew = useRenew();
  const toast = useToast();
  const closeAfterSave = useCloseAfterSave(onClose);
  const { base, start, save, conflict, settle } = useEditing<CategoryResponse, CategoryText, Form>({
    resource: "categories",
    record: category,
    toText,
    toForm,
    failed: words.failed.update,
    onSaved: () => {
      toast.done(words.done.update);
      // Places carry their categories' names and colours.
      void renew(["categories", "getList"], ["businesses"]);
      closeAfterSave();
    },
  });
  return (
    <>
      <CategoryForm
        title={words.form.edit}
        category={base}
        start={start}
        form="CategoryChanges"
        save={save}
        saveLabel={words.form.update}
        onClose={onClose}
      />
      {conflict && (
        <ConflictDialog
          title={words.conflict}
          conflict={conflict}
          labelOf={(field) => words.fields[field].label}
          {...settle}
        />
      )}
    </>
  );
}
