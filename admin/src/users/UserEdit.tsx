import {
  Alert,
  AlertTitle,
  Button,
  DialogActions,
  DialogContent,
  DialogTitle,
  Skeleton,
} from "@mui/material";
import { visuallyHidden } from "@mui/utils";
import { useQueryClient } from "@tanstack/react-query";
import type { UserForm as Form, UserView } from "@karst/client";
import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { useGetOne } from "react-admin";
import { ConflictDialog } from "../form/ConflictDialog";
import { useEditing } from "../form/useEditing";
import { useAccount } from "../identity/useAccount";
import { useAmend } from "../identity/useAmend";
import { Reason, useToast } from "../layout/Toasts";
import { texts } from "../texts";
import { consequence } from "./consequence";
import { fullName, toText, type UserText } from "./shape";
import { TITLE_ID } from "./titleId";
import { UserForm } from "./UserForm";
import { words } from "./words";

interface UserEditProps {
  id: string;
  onClose: () => void;
}

/** Edit User. */
export function UserEdit({ id, onClose }: UserEditProps) {
  const { data: user, error, isFetchedAfterMount, refetch } = useGetOne<UserView>("users", { id });
  if (error) {
    return (
      <Beside onClose={onClose}>
        <Alert
          severity="error"
          action={<Button onClick={() => void refetch()}>{texts.portal.tryAgain}</Button>}
        >
          <AlertTitle>{words.failed.fetch}</AlertTitle>
          <Reason error={error} />
        </Alert>
      </Beside>
    );
  }
  // The list may have left an older copy behind; a form starts from what is stored now.
  if (!user || !isFetchedAfterMount) {
    return (
      <Beside onClose={onClose}>
        <span role="status" style={visuallyHidden}>
          {words.loadingOne}
        </span>
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} variant="rounded" height={44} sx={{ mb: 2 }} />
        ))}
      </Beside>
    );
  }
  return <Editor user={user} onClose={onClose} />;
}

/** The dialog while there is no form in it. */
function Beside({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  return (
    <>
      <DialogTitle id={TITLE_ID}>{words.form.edit}</DialogTitle>
      <DialogContent>{children}</DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onClose}>{words.form.cancel}</Button>
      </DialogActions>
    </>
  );
}

function Editor({ user, onClose }: { user: UserView; onClose: () => void }) {
  const isOwn = useAccount().account?.uid === user.id;
  const follow = useFollowing(isOwn);
  const [isDone, setDone] = useState(false);
  const { base, start, save, conflict, settle } = useEditing<UserView, UserText, Form>({
    resource: "users",
    record: user,
    toText,
    failed: words.failed.update,
    onSaved: (saved) => {
      void follow(saved);
      setDone(true);
    },
  });
  // After the form has taken in what was saved: nothing holds it open any more but what was typed since.
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isDone) close();
  }, [isDone]);
  return (
    <>
      <UserForm
        title={words.form.edit}
        name={fullName(base)}
        start={start}
        form="UserChanges"
        save={save}
        saveLabel={words.form.update}
        consequenceOf={(entered) => consequence(entered, { user: base, isOwn })}
        onClose={onClose}
      />
      {conflict && (
        <ConflictDialog
          title={words.conflict}
          conflict={conflict}
          labelOf={(field) => words.fields[field]}
          {...settle}
        />
      )}
    </>
  );
}

/** What a saved user changes around the form: the notice, the menu if it is one's own, the list and its counts. */
function useFollowing(isOwn: boolean) {
  const amend = useAmend();
  const queries = useQueryClient();
  const toast = useToast();
  return async (saved: UserView) => {
    toast.done(words.done.update);
    if (isOwn) {
      const { email, firstName, lastName, role, isActive } = saved;
      await amend({ email, firstName, lastName, role, isActive, displayName: fullName(saved) });
      // Whoever has just given the list up cannot ask for it any more.
      if (role !== "admin" || !isActive) return;
    }
    await queries.invalidateQueries({ queryKey: ["users", "getList"] });
  };
}
