import type { UserForm as Form, UserView } from "@karst/client";
import { useState } from "react";
import { useCreate } from "react-admin";
import { notSaved, type Outcome } from "../form/useRecordForm";
import { useMailIsSent } from "../identity/useMailIsSent";
import { useToast } from "../layout/Toasts";
import { consequence } from "./consequence";
import { toText } from "./shape";
import { UserForm } from "./UserForm";
import { words } from "./words";

/** Add User: the person is invited by mail, and chooses a password with the letter's link. */
export function UserCreate({ onClose }: { onClose: () => void }) {
  const [start] = useState(() => toText());
  const [create] = useCreate<UserView>();
  const isMailSent = useMailIsSent();
  const toast = useToast();

  async function save(data: Form): Promise<Outcome> {
    try {
      const user = await create("users", { data: data as Partial<UserView> }, { returnPromise: true });
      if (!user?.id) return { isSaved: false };
      toast.done(words.done.create, consequence(toText(user), { isMailSent }));
      return { isSaved: true, onDone: onClose };
    } catch (error) {
      toast.failed(words.failed.create, error);
      return notSaved(error);
    }
  }

  return (
    <UserForm
      title={words.form.add}
      start={start}
      form="UserForm"
      save={save}
      saveLabel={words.form.create}
      consequenceOf={(entered) => consequence(entered, { isMailSent })}
      onClose={onClose}
    />
  );
}
