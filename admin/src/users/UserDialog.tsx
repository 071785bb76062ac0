import type { UserResponse } from "@karst/client";
import { EditInDialog } from "../form/EditRecord";
import { RecordDialog } from "../form/RecordDialog";
import { t } from "../messages/users.gen";
import { UserCreate } from "./UserCreate";
import { UserEdit } from "./UserEdit";

/** The form of a user in a dialog over the list, at `/users/create` and `/users/{id}`. */
export function UserDialog() {
  return (
    <RecordDialog list="/users" maxWidth="sm">
      {(id, close) =>
        id === "create" ? (
          <UserCreate onClose={close} />
        ) : (
          <EditInDialog<UserResponse>
            key={id}
            resource="users"
            id={id}
            title={t("form.edit")}
            words={{ loading: t("loadingOne"), failed: t("failed.fetch") }}
            heights={[44, 44, 44, 44]}
            onClose={close}
          >
            {(user) => <UserEdit user={user} onClose={close} />}
          </EditInDialog>
        )
      }
    </RecordDialog>
  );
}
