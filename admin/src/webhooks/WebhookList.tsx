import { Box, Card } from "@mui/material";
import type { WebhookResponse } from "@karst/client";
import { useState } from "react";
import { DeleteRecord } from "../form/DeleteRecord";
import { deleteTexts } from "../kit/texts";
import { Page } from "../layout/Page";
import { AddButton } from "../list/AddButton";
import { RecordList } from "../list/RecordList";
import { Records } from "../list/Records";
import { t as tLayout } from "../messages/layout.gen";
import { t } from "../messages/webhooks.gen";
import { DeliveryLog } from "./DeliveryLog";
import { RotateSecret } from "./RotateSecret";
import { nameOf } from "./shape";
import { WebhookDialog } from "./WebhookDialog";
import { WebhookRow, type WebhookAction } from "./WebhookRow";

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
    <Page title={tLayout("section.webhooks")} lead={t("lead")} actions={<Add />}>
      <Card sx={{ overflow: "clip" }}>
        <Records<WebhookResponse>
          texts={{
            loading: t("loading"),
            failed: t("failed.fetch"),
            none: { title: t("none.title"), text: t("none.text") },
          }}
          emptyAction={<Add />}
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

const Add = () => <AddButton label={t("add")} to="/webhooks/create" />;
