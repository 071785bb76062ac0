import { RecordDialog } from "../form/RecordDialog";
import { CategoryCreate } from "./CategoryCreate";
import { CategoryEdit } from "./CategoryEdit";

/** The form of a category over the list. */
export function CategoryDialog() {
  return (
    <RecordDialog list="/categories" maxWidth="sm">
      {(id, close) =>
        id === "create" ? (
          <CategoryCreate onClose={close} />
        ) : (
          <CategoryEdit key={id} id={id} onClose={close} />
        )
      }
    </RecordDialog>
  );
}
