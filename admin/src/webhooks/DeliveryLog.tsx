import {
  Box,
  Button,
  Chip,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
  useMediaQuery,
  type Theme,
} from "@mui/material";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { WebhookDelivery, WebhookResponse } from "@karst/client";
import { useState } from "react";
import { ago, longDate } from "../kit/dates";
import { useToast } from "../layout/Toasts";
import { Empty, LoadFailed, RowsSkeleton } from "../list/ListStates";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/webhooks.gen";
import { redeliverWebhook, webhookDeliveries } from "../resources/webhooks";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";
import { EVENTS, nameOf } from "./shape";

const PAGE = 50;

/** The deliveries of a webhook, newest first, in a dialog. */
export function DeliveryLog({ webhook, onClose }: { webhook: WebhookResponse; onClose: () => void }) {
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"));
  const ask = useAsk();
  const { data, error, isPending, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ["webhookDeliveries", webhook.id],
    queryFn: ({ pageParam }) => ask(() => webhookDeliveries(webhook.id, pageParam, PAGE)),
    initialPageParam: 0,
    getNextPageParam: ({ data, total }, _, offset) =>
      offset + data.length < total && data.length > 0 ? offset + data.length : undefined,
  });
  const deliveries = unique(data?.pages.flatMap((page) => page.data) ?? []);
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth fullScreen={isSmall}>
      <DialogTitle sx={{ overflowWrap: "anywhere" }}>
        {t("actions.of", { action: t("log.title"), name: nameOf(webhook) })}
      </DialogTitle>
      <DialogContent>
        {error && <LoadFailed title={t("failed.log")} isInline error={error} onRetry={refetch} />}
        {isPending && !error && <RowsSkeleton label={t("log.loading")} />}
        {data && deliveries.length === 0 && <Empty title={t("log.nothing")} text={t("log.nothingText")} />}
        {deliveries.length > 0 && (
          <Box component="ul" aria-label={t("log.title")} sx={{ listStyle: "none", m: 0, p: 0 }}>
            {deliveries.map((delivery) => (
              <Row key={delivery.id} delivery={delivery} />
            ))}
          </Box>
        )}
        {hasNextPage && (
          <Button disabled={isFetching} onClick={() => void fetchNextPage()} sx={{ minHeight: 44, mt: 1 }}>
            {t("log.more")}
          </Button>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onClose}>{tCommon("close")}</Button>
      </DialogActions>
    </Dialog>
  );
}

/** Removes duplicates: new deliveries shift the others to the next page. */
function unique(deliveries: readonly WebhookDelivery[]): WebhookDelivery[] {
  return [...new Map(deliveries.map((delivery) => [delivery.id, delivery])).values()];
}

const COLORS = { delivered: "success", failed: "error", pending: "default" } as const;

function Row({ delivery }: { delivery: WebhookDelivery }) {
  const { event, recordId, state, attempts, retryAt, status, excerpt, durationMs, createdAt } = delivery;
  const name = isKnown(event) ? t(`events.${event}`) : event;
  const again = useRedelivery(delivery);
  const facts = [
    longDate(createdAt),
    t("log.attempts", { count: attempts }),
    durationMs !== null && t("log.duration", { ms: durationMs }),
    retryAt && attempts > 0 && t("log.retry", { time: ago(retryAt) }),
  ].filter(Boolean);
  return (
    <Box component="li" sx={{ py: 1.25, borderBottom: 1, borderColor: "divider" }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
        <Typography sx={{ fontWeight: 600 }}>{recordId ? `${name} · ${recordId}` : name}</Typography>
        <Chip
          size="small"
          variant="outlined"
          color={COLORS[state]}
          label={[t("log.state", { state }), status].filter(Boolean).join(" · ")}
        />
        <Button
          size="small"
          aria-label={t("log.againOf", { event: name, time: longDate(createdAt) })}
          onClick={again}
          sx={{ ml: "auto", minHeight: 44 }}
        >
          {t("log.again")}
        </Button>
      </Box>
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {facts.join(" · ")}
      </Typography>
      {excerpt && (
        <Typography variant="body2" sx={{ overflowWrap: "anywhere", fontFamily: "monospace" }}>
          <bdi>{excerpt}</bdi>
        </Typography>
      )}
    </Box>
  );
}

const isKnown = (event: string): event is (typeof EVENTS)[number] | "test" =>
  event === "test" || (EVENTS as readonly string[]).includes(event);

/** Sends the event of a delivery again, one request at a time. */
function useRedelivery({ id, webhookId }: WebhookDelivery) {
  const [isBusy, setBusy] = useState(false);
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();
  async function send() {
    setBusy(true);
    try {
      await ask(() => redeliverWebhook(id));
      toast.done(t("log.sentAgain"));
      await renew(["webhookDeliveries", webhookId], ["webhooks", "getList"]);
    } catch (error) {
      toast.failed(t("failed.again"), error);
    } finally {
      setBusy(false);
    }
  }
  return () => void (isBusy || send());
}
