import { RecordDialog } from "../form/RecordDialog";
import { UserCreate } from "./UserCreate";
import { UserEdit } from "./UserEdit";

/** The form of a user in a dialog over the list, at `/users/create` and `/users/{id}`. */
export function UserDialog() {
  return (
    <RecordDialog list="/users" maxWidth="sm">
      {(id, close) =>
        id === "create" ? <UserCreate onClose={close} /> : <UserEdit key={id} id={id} onClose={close} />
      }
    </RecordDialog>
  );
}
