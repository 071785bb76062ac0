import type { UserRequest, UserResponse } from "@karst/client";
import { ConflictDialog } from "../form/ConflictDialog";
import { useCloseAfterSave } from "../form/EditRecord";
import { useEditing } from "../form/useEditing";
import { useAccount } from "../identity/useAccount";
import { useAmend } from "../identity/useAmend";
import { useInvitations } from "../identity/useInvitations";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/users.gen";
import { useRenew } from "../useRenew";
import { effectOfSave } from "./effectOfSave";
import { fullName, toForm, toText, type UserText } from "./shape";
import { UserForm } from "./UserForm";

/** Edit User. */
export function UserEdit({ user, onClose }: { user: UserResponse; onClose: () => void }) {
  const isOwn = useAccount().account?.uid === user.id;
  const invitations = useInvitations();
  const afterSave = useAfterSave(isOwn);
  const closeAfterSave = useCloseAfterSave(onClose);
  const { base, start, save, conflict } = useEditing<UserResponse, UserText, UserRequest>({
    resource: "users",
    record: user,
    toText,
    toForm,
    failed: t("failed.update"),
    onSaved: (saved) => {
      void afterSave(saved);
      closeAfterSave();
    },
  });
  return (
    <>
      <UserForm
        title={t("form.edit")}
        user={base}
        start={start}
        form="UserChanges"
        save={save}
        saveLabel={t("form.update")}
        effectOf={(values) => effectOfSave(values, { user: base, isOwn, invitations })}
        invitations={invitations}
        showsLink={!isOwn && base.isActive}
        onClose={onClose}
      />
      <ConflictDialog
        title={t("conflict")}
        conflict={conflict}
        labelOf={(field) => t(`fields.${field}`)}
        wordOf={(field, text) => (field === "role" ? t(`roles.${text.role}`) : null)}
      />
    </>
  );
}

/** Shows the toast and updates the list, its counts, and the session if the account is the signed-in one. */
function useAfterSave(isOwn: boolean) {
  const amend = useAmend();
  const renew = useRenew();
  const toast = useToast();
  return async (saved: UserResponse) => {
    toast.done(t("done.update"));
    if (isOwn) {
      const { email, firstName, lastName, role, isActive } = saved;
      await amend({ email, firstName, lastName, role, isActive, displayName: fullName(saved) });
      // Without the role the list cannot be fetched any more.
      if (role !== "admin" || !isActive) return;
    }
    await renew(["users", "getList"]);
  };
}
