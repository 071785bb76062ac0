import type { UserRequest as Form, UserResponse } from "@karst/client";
import { ConflictDialog } from "../form/ConflictDialog";
import { EditInDialog, useCloseAfterSave } from "../form/EditInDialog";
import { useEditing } from "../form/useEditing";
import { useAccount } from "../identity/useAccount";
import { useAmend } from "../identity/useAmend";
import { useInvitations } from "../identity/useInvitations";
import { useToast } from "../layout/Toasts";
import { useRenew } from "../useRenew";
import { consequence } from "./consequence";
import { fullName, toForm, toText, type UserText } from "./shape";
import { TITLE_ID } from "./titleId";
import { UserForm } from "./UserForm";
import { words } from "./words";

interface UserEditProps {
  id: string;
  onClose: () => void;
}

/** Edit User. */
export function UserEdit({ id, onClose }: UserEditProps) {
  return (
    <EditInDialog<UserResponse>
      resource="users"
      id={id}
      titleId={TITLE_ID}
      title={words.form.edit}
      words={{ loading: words.loadingOne, failed: words.failed.fetch, cancel: words.form.cancel }}
      heights={[44, 44, 44, 44]}
      onClose={onClose}
    >
      {(user) => <Editor user={user} onClose={onClose} />}
    </EditInDialog>
  );
}

function Editor({ user, onClose }: { user: UserResponse; onClose: () => void }) {
  const isOwn = useAccount().account?.uid === user.id;
  const invitations = useInvitations();
  const follow = useFollowing(isOwn);
  const closeAfterSave = useCloseAfterSave(onClose);
  const { base, start, save, conflict, settle } = useEditing<UserResponse, UserText, Form>({
    resource: "users",
    record: user,
    toText,
    toForm,
    failed: words.failed.update,
    onSaved: (saved) => {
      void follow(saved);
      closeAfterSave();
    },
  });
  return (
    <>
      <UserForm
        title={words.form.edit}
        user={base}
        start={start}
        form="UserChanges"
        save={save}
        saveLabel={words.form.update}
        consequenceOf={(entered) => consequence(entered, { user: base, isOwn, invitations })}
        handsLink={invitations === "handed" && !isOwn && base.isActive}
        onClose={onClose}
      />
      {conflict && (
        <ConflictDialog
          title={words.conflict}
          conflict={conflict}
          labelOf={(field) => words.fields[field]}
          wordOf={(field, text) => (field === "role" ? words.roles[text.role] : null)}
          {...settle}
        />
      )}
    </>
  );
}

/** What a saved user changes around the form: the notice, the menu if it is one's own, the list and its counts. */
function useFollowing(isOwn: boolean) {
  const amend = useAmend();
  const renew = useRenew();
  const toast = useToast();
  return async (saved: UserResponse) => {
    toast.done(words.done.update);
    if (isOwn) {
      const { email, firstName, lastName, role, isActive } = saved;
      await amend({ email, firstName, lastName, role, isActive, displayName: fullName(saved) });
      // Whoever has just given the list up cannot ask for it any more.
      if (role !== "admin" || !isActive) return;
    }
    await renew(["users", "getList"]);
  };
}
