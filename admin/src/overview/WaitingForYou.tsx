import { Box, Skeleton, Typography } from "@mui/material";
import { useQuery } from "@tanstack/react-query";
import { useCounts as useClaimCounts } from "../claims/useCounts";
import { useCounts as useMessageCounts } from "../contact/useCounts";
import { useCounts as useEntryCounts } from "../guestbook/useCounts";
import { useAccount } from "../identity/useAccount";
import { useCounts as useReportCounts } from "../reports/useCounts";
import { t } from "../messages/overview.gen";
import { stats } from "../resources";
import { useAsk } from "../useAsk";
import { TaskList } from "./TaskList";
import { WAITING } from "../businesses/waiting";
import { listAt, useTotal } from "./useTotal";

const INACTIVE = { active: false };
const heading = () => ({ id: "waiting", title: t("waiting.title"), failed: t("waiting.failed") });

/**
 * Records that wait for a decision, an answer or a check: of the guide for an admin, of their own places for an
 * owner.
 */
export function WaitingForYou() {
  const { account, may } = useAccount();
  if (!account) return null;
  return may("moderate") ? <InGuide /> : <InOwnPlaces ownerId={account.uid} />;
}

function InGuide() {
  const entries = useEntryCounts();
  const messages = useMessageCounts();
  const reports = useReportCounts();
  const claims = useClaimCounts();
  const ask = useAsk();
  // Quick Stats uses the same query, and shows its error.
  const { data: places, isLoading, error } = useQuery({ queryKey: ["stats"], queryFn: () => ask(stats) });
  const toApprove = places?.toApprove ?? 0;
  const rechecks = places?.rechecks ?? 0;
  const undelivered = useUndelivered();
  const { pending, comments } = entries.data ?? {};
  return (
    <TaskList
      {...heading()}
      queries={[
        entries,
        messages,
        reports,
        claims,
        { isLoading, error: null, refetch: () => {} },
        ...undelivered.queries,
      ]}
      nothing={error ? undefined : t("waiting.nothing")}
      tasks={[
        { count: pending, text: t("waiting.entries", { count: pending ?? 0 }), to: "/moderation" },
        {
          count: comments,
          text: t("waiting.comments", { count: comments ?? 0 }),
          to: "/moderation?tab=comments",
        },
        {
          count: reports.data?.open,
          text: t("waiting.reports", { count: reports.data?.open ?? 0 }),
          to: "/reports",
        },
        {
          count: claims.data?.waiting,
          text: t("waiting.claims", { count: claims.data?.waiting ?? 0 }),
          to: "/claims",
        },
        {
          count: messages.data?.new,
          text: t("waiting.messages", { count: messages.data?.new ?? 0 }),
          to: listAt("contact", { status: "new" }),
          note: !!messages.data?.late && (
            <Box component="span" sx={{ color: "error.main", fontWeight: 600, ml: 1 }}>
              {t("waiting.late", { count: messages.data.late })}
            </Box>
          ),
        },
        {
          count: toApprove,
          text: t("waiting.approvals", { count: toApprove }),
          to: listAt("businesses", WAITING),
        },
        {
          count: rechecks,
          text: t("waiting.rechecks", { count: rechecks }),
          to: listAt("businesses", { recheck: true }),
        },
        ...undelivered.tasks,
      ]}
      beside={messages.error ? undefined : <Kept percent={messages.data?.answeredIn24h} />}
    />
  );
}

function InOwnPlaces({ ownerId }: { ownerId: string }) {
  const inactive = useTotal("businesses", { ...INACTIVE, ownerId });
  const undelivered = useUndelivered();
  const count = inactive.total ?? 0;
  return (
    <TaskList
      {...heading()}
      queries={[inactive, ...undelivered.queries]}
      nothing={t("waiting.nothing")}
      tasks={[
        { count, text: t("waiting.inReview", { count }), to: listAt("businesses", INACTIVE) },
        ...undelivered.tasks,
      ]}
    />
  );
}

/** Counts of enquiries whose email was not delivered, by reason. */
function useUndelivered() {
  const rejected = useTotal("enquiries", { delivery: "failed" });
  const withoutAddress = useTotal("enquiries", { delivery: "no_address" });
  const withoutServer = useTotal("enquiries", { delivery: "no_mail_server" });
  const task = (delivery: "failed" | "no_address" | "no_mail_server", count = 0) => ({
    count,
    text: t(`waiting.undelivered.${delivery}`, { count }),
    to: listAt("enquiries", { delivery }),
  });
  return {
    queries: [rejected, withoutAddress, withoutServer],
    tasks: [
      task("failed", rejected.total),
      task("no_address", withoutAddress.total),
      task("no_mail_server", withoutServer.total),
    ],
  };
}

/** The percentage of messages that were answered in time; undefined while unknown. */
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
