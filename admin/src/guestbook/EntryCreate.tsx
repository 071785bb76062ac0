import type { AdminEntryForm, AdminEntryView } from "@karst/client";
import { useState } from "react";
import { HttpError, useCreate } from "react-admin";
import type { Outcome } from "../form/useRecordForm";
import { useToast } from "../layout/Toasts";
import { EntryForm } from "./EntryForm";
import { toForm, toText } from "./shape";
import { words } from "./words";

/** Add Entry: what somebody wrote on paper, approved by being typed in. */
export function EntryCreate({ onClose }: { onClose: () => void }) {
  const [start] = useState(() => toText());
  const [create] = useCreate<AdminEntryView>();
  const toast = useToast();

  async function save(data: AdminEntryForm): Promise<Outcome> {
    try {
      const entry = await create(
        "guestbook",
        { data: data as Partial<AdminEntryView> },
        { returnPromise: true },
      );
      if (!entry?.id) return { isSaved: false };
      toast.done(words.done.create);
      return { isSaved: true, onDone: onClose };
    } catch (error) {
      toast.failed(words.failed.create, error);
      const body = error instanceof HttpError ? error.body : undefined;
      return { isSaved: false, sentences: body?.errors as Record<string, string> | undefined };
    }
  }

  return (
    <EntryForm
      title={words.form.add}
      start={start}
      form="AdminEntryForm"
      shape={toForm}
      save={save}
      saveLabel={words.form.create}
      isNew
      onClose={onClose}
    />
  );
}
