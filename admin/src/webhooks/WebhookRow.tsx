import { Box, Button, Chip, Link, Typography } from "@mui/material";
import type { WebhookResponse } from "@karst/client";
import { useState } from "react";
import { HttpError } from "react-admin";
import { Link as RouterLink } from "react-router-dom";
import { ago, longDate } from "../kit/dates";
import { useToast } from "../layout/Toasts";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/webhooks.gen";
import { testWebhook } from "../resources/webhooks";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";
import { nameOf, stateOf } from "./shape";

/** The dialog that a row opens. */
export type WebhookAction = "log" | "rotate" | "delete";

interface WebhookRowProps {
  webhook: WebhookResponse;
  onAsk: (action: WebhookAction) => void;
}

/** A webhook in the list, with its state, its last delivery and its actions. */
export function WebhookRow({ webhook, onAsk }: WebhookRowProps) {
  const { id, url, description, events, pendingCount, lastState, lastStatus, accountName } = webhook;
  const { failingSince, previousSecretUntil } = webhook;
  const state = stateOf(webhook);
  const name = nameOf(webhook);
  const send = useTest(webhook);
  const facts = [
    t("eventCount", { count: events.length }),
    lastState && t("last", { state: lastState, status: String(lastStatus ?? "none") }),
    pendingCount > 0 && t("pendingCount", { count: pendingCount }),
    state === "failing" && failingSince && t("failingSince", { time: ago(failingSince) }),
    previousSecretUntil && t("rotating", { time: longDate(previousSecretUntil) }),
    accountName && t("createdBy", { name: accountName }),
  ].filter(Boolean);

  const button = (label: string, onClick: () => void, isDestructive = false) => (
    <Button
      size="small"
      color={isDestructive ? "error" : "primary"}
      aria-label={t("actions.of", { action: label, name })}
      onClick={onClick}
      sx={{ minHeight: 44 }}
    >
      {label}
    </Button>
  );

  return (
    <Box component="li" sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: "divider" }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
        <Typography component="h2" sx={{ fontWeight: 600, overflowWrap: "anywhere", minWidth: 0 }}>
          <Link component={RouterLink} to={`/webhooks/${id}`} color="inherit" underline="hover">
            <bdi>{name}</bdi>
          </Link>
        </Typography>
        <Chip
          size="small"
          variant="outlined"
          color={state === "active" ? "success" : state === "inactive" ? "default" : "error"}
          label={t(`state.${state}`)}
          sx={{ height: "auto", "& .MuiChip-label": { whiteSpace: "normal" } }}
        />
      </Box>
      {description && (
        <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
          {url}
        </Typography>
      )}
      <Typography variant="body2" dir="auto" sx={{ color: "text.secondary" }}>
        {facts.join(" · ")}
      </Typography>
      <Box sx={{ display: "flex", flexWrap: "wrap", ml: -0.75 }}>
        {button(t("actions.test"), send)}
        {button(t("actions.log"), () => onAsk("log"))}
        {button(t("actions.rotate"), () => onAsk("rotate"))}
        {button(tCommon("delete"), () => onAsk("delete"), true)}
      </Box>
    </Box>
  );
}

/** Sends a test, one at a time, and shows the result. */
function useTest({ id }: WebhookResponse) {
  const [isBusy, setBusy] = useState(false);
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();
  async function send() {
    setBusy(true);
    try {
      const { state, status, excerpt } = await ask(() => testWebhook(id));
      if (state === "delivered") toast.done(t("test.delivered", { status: String(status) }));
      else
        toast.failed(
          t("test.failed"),
          new TestError(t("test.reason", { status: String(status ?? "none"), excerpt: excerpt ?? "" })),
        );
      await renew(["webhooks", "getList"], ["webhookDeliveries", id]);
    } catch (error) {
      toast.failed(t("failed.test"), error);
    } finally {
      setBusy(false);
    }
  }
  return () => void (isBusy || send());
}

/** The error that the receiver returned. It has a status, so that it is not mistaken for a lost connection. */
class TestError extends HttpError {
  constructor(message: string) {
    super(message, 502);
  }
}
