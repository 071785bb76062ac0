import type { WebhookRequest, WebhookResponse, WebhookWithSecret } from "@karst/client";
import { useState } from "react";
import { ConflictDialog } from "../form/ConflictDialog";
import { EditInDialog, useCloseAfterSave } from "../form/EditRecord";
import { RecordDialog } from "../form/RecordDialog";
import { useCreating } from "../form/useCreating";
import { useEditing } from "../form/useEditing";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/webhooks.gen";
import { useRenew } from "../useRenew";
import { Secret } from "./Secret";
import { toChanges, toRequest, toText, type WebhookText } from "./shape";
import { WebhookForm } from "./WebhookForm";

/** The form of a webhook over the list, at `/webhooks/create` and `/webhooks/{id}`. */
export function WebhookDialog() {
  return (
    // A click beside the dialog must not hide a secret that was not copied yet.
    <RecordDialog list="/webhooks" maxWidth="sm" ignoresBackdrop>
      {(id, close) =>
        id === "create" ? (
          <WebhookCreate onClose={close} />
        ) : (
          <EditInDialog<WebhookResponse>
            key={id}
            resource="webhooks"
            id={Number(id)}
            title={t("edit")}
            words={{ loading: t("loadingOne"), failed: t("failed.fetch") }}
            heights={[44, 44, 200, 44]}
            onClose={close}
          >
            {(webhook) => <WebhookEdit webhook={webhook} onClose={close} />}
          </EditInDialog>
        )
      }
    </RecordDialog>
  );
}

/** Add Webhook. Then shows the secret of the new webhook. */
function WebhookCreate({ onClose }: { onClose: () => void }) {
  const [start] = useState(() => toText());
  const [secret, setSecret] = useState<string>();
  const renew = useRenew();
  const toast = useToast();
  const save = useCreating<WebhookWithSecret, WebhookRequest>({
    resource: "webhooks",
    failed: t("failed.create"),
    onCreated: (created) => {
      toast.done(t("done.create"));
      void renew(["webhooks", "getList"]);
      return () => setSecret(created.secret);
    },
  });
  if (secret) return <Secret secret={secret} onClose={onClose} />;
  return (
    <WebhookForm
      title={t("add")}
      start={start}
      form="WebhookRequest"
      shape={toRequest}
      save={save}
      onClose={onClose}
    />
  );
}

/** Edit Webhook. */
function WebhookEdit({ webhook, onClose }: { webhook: WebhookResponse; onClose: () => void }) {
  const renew = useRenew();
  const toast = useToast();
  const closeAfterSave = useCloseAfterSave(onClose);
  const { start, save, conflict } = useEditing<WebhookResponse, WebhookText, ReturnType<typeof toChanges>>({
    resource: "webhooks",
    record: webhook,
    toText,
    toForm: toChanges,
    failed: t("failed.update"),
    onSaved: () => {
      toast.done(t("done.update"));
      void renew(["webhooks", "getList"]);
      closeAfterSave();
    },
  });
  return (
    <>
      <WebhookForm
        title={t("edit")}
        isStored
        start={start}
        form="WebhookChanges"
        shape={toChanges}
        save={save}
        onClose={onClose}
      />
      <ConflictDialog title={t("conflict")} conflict={conflict} labelOf={(field) => t(`fields.${field}`)} />
    </>
  );
}
