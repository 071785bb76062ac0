import { RecordDialog } from "../form/RecordDialog";
import { UserCreate } from "./UserCreate";
import { UserEdit } from "./UserEdit";
import { TITLE_ID } from "./titleId";

/** The form of a user over the list. */
export function UserDialog() {
  return (
    <RecordDialog list="/users" titleId={TITLE_ID} maxWidth="sm">
      {(id, close) =>
        id === "create" ? <UserCreate onClose={close} /> : <UserEdit key={id} id={id} onClose={close} />
      }
    </RecordDialog>
  );
}
