import { Button, DialogActions, DialogContent, DialogTitle, Typography } from "@mui/material";
import type { UserRequest, UserResponse } from "@karst/client";
import { useState } from "react";
import { useCreating } from "../form/useCreating";
import { useInvitations } from "../identity/useInvitations";
import { bdi } from "../kit/bdi";
import { useToast } from "../layout/Toasts";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/users.gen";
import { effectOfSave } from "./effectOfSave";
import { PasswordLink } from "./PasswordLink";
import { fullName, toText } from "./shape";
import { UserForm } from "./UserForm";

/** Add User: the user gets a link to choose a password, by email or from the admin. */
export function UserCreate({ onClose }: { onClose: () => void }) {
  const [start] = useState(() => toText());
  const [userToInvite, setUserToInvite] = useState<UserResponse>();
  const invitations = useInvitations();
  const toast = useToast();
  const save = useCreating<UserResponse, UserRequest>({
    resource: "users",
    failed: t("failed.create"),
    onCreated: (user) => {
      const isManual = invitations === "handed" && user.isActive;
      toast.done(t("done.create"), isManual ? null : effectOfSave(toText(user), { invitations }));
      return isManual ? () => setUserToInvite(user) : onClose;
    },
  });

  if (userToInvite) return <Invitation user={userToInvite} onClose={onClose} />;
  return (
    <UserForm
      title={t("add")}
      start={start}
      form="UserRequest"
      save={save}
      saveLabel={t("form.create")}
      effectOf={(values) => effectOfSave(values, { invitations })}
      onClose={onClose}
    />
  );
}

/** Offers the link of an invitation that is not emailed. */
function Invitation({ user, onClose }: { user: UserResponse; onClose: () => void }) {
  return (
    <>
      <DialogTitle>{t("invite.title")}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 2, overflowWrap: "anywhere" }}>
          {t.rich("invite.text", { name: fullName(user), bdi })}
        </Typography>
        <PasswordLink user={user} isEmailed={false} autoFocus />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onClose}>{tCommon("close")}</Button>
      </DialogActions>
    </>
  );
}
