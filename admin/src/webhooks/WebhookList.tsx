import Add from "@mui/icons-material/Add";
import { Box, Button, Card } from "@mui/material";
import type { WebhookResponse } from "@karst/client";
import { useState } from "react";
import { Link } from "react-router-dom";
import { DeleteRecord } from "../form/DeleteRecord";
import { deleteTexts } from "../kit/texts";
import { Page } from "../layout/Page";
import { RecordList } from "../list/RecordList";
import { Records } from "../list/Records";
import { useNewKey } from "../list/useNewKey";
import { t as tLayout } from "../messages/layout.gen";
import { t } from "../messages/webhooks.gen";
import { DeliveryLog } from "./DeliveryLog";
import { RotateSecret } from "./RotateSecret";
import { nameOf } from "./shape";
import { WebhookDialog } from "./WebhookDialog";
import { WebhookRow, type WebhookAction } from "./WebhookRow";

const NEW = "/webhooks/create";

/** Webhooks, for admins. */
export default function WebhookList() {
  return (
    <RecordList<WebhookResponse> resource="webhooks" perPage={100}>
      <Manage />
    </RecordList>
  );
}

function Manage() {
  const [asked, setAsked] = useState<{ webhook: WebhookResponse; action: WebhookAction } | null>(null);
  const of = (action: WebhookAction) => (asked?.action === action ? asked.webhook : null);
  const close = () => setAsked(null);
  const logged = of("log");
  const rotated = of("rotate");
  const deleted = of("delete");
  return (
    <Page title={tLayout("section.webhooks")} lead={t("lead")} actions={<AddButton />}>
      <Card sx={{ overflow: "clip" }}>
        <Records<WebhookResponse>
          texts={{
            loading: t("loading"),
            failed: t("failed.fetch"),
            none: { title: t("none.title"), text: t("none.text") },
          }}
          emptyAction={<AddButton />}
        >
          {(webhooks) => (
            <Box
              component="ul"
              aria-label={tLayout("section.webhooks")}
              sx={{ listStyle: "none", m: 0, p: 0 }}
            >
              {webhooks.map((webhook) => (
                <WebhookRow
                  key={webhook.id}
                  webhook={webhook}
                  onAsk={(action) => setAsked({ webhook, action })}
                />
              ))}
            </Box>
          )}
        </Records>
      </Card>
      {logged && <DeliveryLog webhook={logged} onClose={close} />}
      {rotated && <RotateSecret webhook={rotated} onClose={close} />}
      <DeleteRecord resource="webhooks" record={deleted} words={deleteTexts(t)} onClose={close}>
        {deleted && t("confirmDelete.text", { name: nameOf(deleted) })}
      </DeleteRecord>
      <WebhookDialog />
    </Page>
  );
}

function AddButton() {
  useNewKey(t("add"), NEW);
  return (
    <Button component={Link} to={NEW} variant="contained" startIcon={<Add aria-hidden />}>
      {t("add")}
    </Button>
  );
}
