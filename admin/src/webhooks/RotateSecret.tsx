import { Dialog } from "@mui/material";
import type { WebhookResponse } from "@karst/client";
import { useState } from "react";
import { Confirm } from "../layout/Confirm";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/webhooks.gen";
import { rotateWebhookSecret } from "../resources/webhooks";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";
import { Secret } from "./Secret";
import { nameOf } from "./shape";

/** Asks for confirmation, creates a new secret, and shows it once. */
export function RotateSecret({ webhook, onClose }: { webhook: WebhookResponse; onClose: () => void }) {
  const [secret, setSecret] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();

  async function rotate() {
    setBusy(true);
    try {
      const rotated = await ask(() => rotateWebhookSecret(webhook.id));
      setSecret(rotated.secret);
      void renew(["webhooks"]);
    } catch (error) {
      toast.failed(t("failed.rotate"), error);
      onClose();
    } finally {
      setBusy(false);
    }
  }

  if (secret)
    return (
      // A key or a click beside it must not hide a secret that was not copied yet.
      <Dialog open maxWidth="sm" fullWidth>
        <Secret secret={secret} onClose={onClose} />
      </Dialog>
    );
  return (
    <Confirm
      isOpen
      title={t("rotate.title")}
      yes={t("rotate.yes")}
      isBusy={isBusy}
      onYes={() => void rotate()}
      onNo={onClose}
    >
      {t("rotate.text", { name: nameOf(webhook) })}
    </Confirm>
  );
}
