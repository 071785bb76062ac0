import type { AdminEntryRequest, AdminEntryResponse } from "@karst/client";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { useCreating } from "../form/useCreating";
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
  const toast = useToast();
  const navigate = useNavigate();
  const save = useCreating<AdminEntryResponse, AdminEntryRequest>({
    resource: "guestbook",
    failed: t("failed.create"),
    onCreated: () => {
      toast.done(t("done.create"));
      // The new entry is approved: shows the approved entries.
      return () => void navigate(APPROVED);
    },
  });

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
