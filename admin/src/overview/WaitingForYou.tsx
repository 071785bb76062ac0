import type { Stats } from "@karst/client";
import { Alert, Box, Button, Card, Link, Skeleton, Typography } from "@mui/material";
import { useQuery } from "@tanstack/react-query";
import { Link as RouterLink } from "react-router-dom";
import { useCounts as useMessageCounts } from "../contact/useCounts";
import { useCounts as useEntryCounts } from "../guestbook/useCounts";
import { Reason } from "../layout/Toasts";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/overview.gen";
import { stats } from "../resources";
import { useAsk } from "../useAsk";

const listOf = (filter: object) => `/businesses?filter=${encodeURIComponent(JSON.stringify(filter))}`;
const RECHECKS = listOf({ recheck: true });
const TO_APPROVE = listOf({ active: false });

/** What waits for a decision, an answer or another check, and how the promise of an answer within 24 hours is kept. */
export function WaitingForYou() {
  const entries = useEntryCounts();
  const messages = useMessageCounts();
  const ask = useAsk();
  // Quick Stats asks the same, and says if that fails.
  const counts = useQuery({ queryKey: ["stats"], queryFn: () => ask(stats) });
  const error = entries.error ?? messages.error;
  const isKnown = entries.data !== undefined && messages.data !== undefined && !counts.isPending;
  return (
    <Box component="section" aria-labelledby="waiting" sx={{ mt: 4 }}>
      <Typography variant="h2" id="waiting" sx={{ mb: 1.5 }}>
        {t("waiting.title")}
      </Typography>
      {error ? (
        <Alert
          severity="error"
          action={
            <Button onClick={() => void Promise.all([entries.refetch(), messages.refetch()])}>
              {tCommon("tryAgain")}
            </Button>
          }
        >
          {t("waiting.failed")} <Reason error={error} />
        </Alert>
      ) : (
        <Card sx={{ display: "grid", gridTemplateColumns: { xs: "1fr", sm: "1fr auto" } }}>
          <Box sx={{ p: 2.5 }}>
            {isKnown ? (
              <Tasks entries={entries.data} messages={messages.data} places={counts.data} />
            ) : (
              <>
                <Skeleton width="60%" />
                <Skeleton width="40%" />
              </>
            )}
          </Box>
          <Kept percent={messages.data?.answeredIn24h} />
        </Card>
      )}
    </Box>
  );
}

interface TasksProps {
  entries: NonNullable<ReturnType<typeof useEntryCounts>["data"]>;
  messages: NonNullable<ReturnType<typeof useMessageCounts>["data"]>;
  /** Undefined where they could not be counted. */
  places: Pick<Stats, "rechecks" | "toApprove"> | undefined;
}

function Tasks({ entries, messages, places }: TasksProps) {
  const { rechecks = 0, toApprove = 0 } = places ?? {};
  const tasks = [
    { n: entries.pending, text: t("waiting.entries", { count: entries.pending }), to: "/moderation" },
    {
      n: entries.comments,
      text: t("waiting.comments", { count: entries.comments }),
      to: "/moderation?tab=comments",
    },
    {
      n: messages.new,
      text: t("waiting.messages", { count: messages.new }),
      to: "/contact",
      late: messages.late,
    },
    { n: toApprove, text: t("waiting.approvals", { count: toApprove }), to: TO_APPROVE },
    { n: rechecks, text: t("waiting.rechecks", { count: rechecks }), to: RECHECKS },
  ].filter(({ n }) => n > 0);
  if (tasks.length === 0 && !places) return null;
  if (tasks.length === 0)
    return <Typography sx={{ color: "text.secondary" }}>{t("waiting.nothing")}</Typography>;
  return (
    <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 0.5 }}>
      {tasks.map(({ text, to, late }) => (
        <Box component="li" key={to} sx={{ minHeight: 32 }}>
          <Link component={RouterLink} to={to} color="secondary">
            {text}
          </Link>
          {!!late && (
            <Box component="span" sx={{ color: "error.main", fontWeight: 600, ml: 1 }}>
              {t("waiting.late", { count: late })}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  );
}

/** How many of a hundred messages were answered in time; undefined while that is not known. */
function Kept({ percent }: { percent: number | null | undefined }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        p: 2.5,
        borderInlineStart: { sm: 1 },
        borderTop: { xs: 1, sm: 0 },
        borderColor: "divider",
        display: "flex",
        flexDirection: "column-reverse",
        justifyContent: "flex-end",
        "&&": { borderInlineStartColor: "divider", borderTopColor: "divider" },
      }}
    >
      <Typography component="dt" variant="body2" sx={{ color: "text.secondary" }}>
        {t("waiting.answered")}
        <Box component="span" sx={{ display: "block", fontSize: "0.75rem" }}>
          {percent === null ? t("waiting.noMessages") : t("waiting.answeredHint")}
        </Box>
      </Typography>
      <Typography component="dd" variant="h1" sx={{ m: 0, fontVariantNumeric: "tabular-nums" }}>
        {percent === undefined ? (
          <Skeleton width={64} />
        ) : percent === null ? (
          "–"
        ) : (
          t("waiting.percent", { value: percent })
        )}
      </Typography>
    </Box>
  );
}
