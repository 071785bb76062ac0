import type { AdminEntryRequest, AdminEntryResponse } from "@karst/client";
import { useState } from "react";
import { useCreate } from "react-admin";
import { useNavigate } from "react-router-dom";
import { notSaved, type Outcome } from "../form/useRecordForm";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/guestbook.gen";
import { EntryForm } from "./EntryForm";
import { toForm, toText } from "./shape";

const APPROVED = {
  pathname: "/guestbook",
  search: new URLSearchParams({ filter: JSON.stringify({ status: "approved" }) }).toString(),
};

/** Add Entry: creates an approved entry, for example from a paper guestbook. */
export function EntryCreate({ onClose }: { onClose: () => void }) {
  const [start] = useState(() => toText());
  const [create] = useCreate<AdminEntryResponse>();
  const toast = useToast();
  const navigate = useNavigate();

  async function save(data: AdminEntryRequest): Promise<Outcome> {
    try {
      const entry = await create(
        "guestbook",
        { data: data as Partial<AdminEntryResponse> },
        { returnPromise: true },
      );
      if (!entry?.id) return { isSaved: false };
      toast.done(t("done.create"));
      // The new entry is approved: shows the approved entries.
      return { isSaved: true, onDone: () => void navigate(APPROVED) };
    } catch (error) {
      toast.failed(t("failed.create"), error);
      return notSaved(error);
    }
  }

  return (
    <EntryForm
      title={t("add")}
      start={start}
      form="AdminEntryRequest"
      shape={toForm}
      save={save}
      saveLabel={t("form.create")}
      isNew
      onClose={onClose}
    />
  );
}
