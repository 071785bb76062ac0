import { Button, DialogActions, DialogContent, DialogTitle, Typography } from "@mui/material";
import type { UserRequest as Form, UserResponse } from "@karst/client";
import { useState } from "react";
import { useCreate } from "react-admin";
import { notSaved, type Outcome } from "../form/useRecordForm";
import { useInvitations } from "../identity/useInvitations";
import { useToast } from "../layout/Toasts";
import { consequence } from "./consequence";
import { PasswordLink } from "./PasswordLink";
import { fullName, toText } from "./shape";
import { TITLE_ID } from "./titleId";
import { UserForm } from "./UserForm";
import { words } from "./words";

/** Add User: the person is invited by email, or by a link that the admin sends, and chooses a password with it. */
export function UserCreate({ onClose }: { onClose: () => void }) {
  const [start] = useState(() => toText());
  const [invited, setInvited] = useState<UserResponse>();
  const [create] = useCreate<UserResponse>();
  const invitations = useInvitations();
  const toast = useToast();

  async function save(data: Form): Promise<Outcome> {
    try {
      const user = await create("users", { data: data as Partial<UserResponse> }, { returnPromise: true });
      if (!user?.id) return { isSaved: false };
      const isHanded = invitations === "handed" && user.isActive;
      toast.done(words.done.create, isHanded ? null : consequence(toText(user), { invitations }));
      return { isSaved: true, onDone: isHanded ? () => setInvited(user) : onClose };
    } catch (error) {
      toast.failed(words.failed.create, error);
      return notSaved(error);
    }
  }

  if (invited) return <Invited user={invited} onClose={onClose} />;
  return (
    <UserForm
      title={words.form.add}
      start={start}
      form="UserRequest"
      save={save}
      saveLabel={words.form.create}
      consequenceOf={(entered) => consequence(entered, { invitations })}
      onClose={onClose}
    />
  );
}

/** The link of an invitation that is not mailed. */
function Invited({ user, onClose }: { user: UserResponse; onClose: () => void }) {
  return (
    <>
      <DialogTitle id={TITLE_ID}>{words.created.title}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 2, overflowWrap: "anywhere" }}>{words.created.text(fullName(user))}</Typography>
        <PasswordLink user={user} autoFocus />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onClose}>{words.created.close}</Button>
      </DialogActions>
    </>
  );
}
