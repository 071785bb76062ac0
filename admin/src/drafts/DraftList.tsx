import { Box, Button, Card, Typography } from "@mui/material";
import type { ScheduleItem } from "@karst/client";
import type { ReactNode } from "react";
import { dayIn, dayName } from "../audit/days";
import { useZone } from "../audit/useZone";
import { useAccount } from "../identity/useAccount";
import { useNow } from "../kit/useNow";
import { zoneName } from "../kit/zone";
import { Page } from "../layout/Page";
import { Empty, LoadFailed, RowsSkeleton } from "../list/ListStates";
import { t } from "../messages/drafts.gen";
import { t as tLayout } from "../messages/layout.gen";
import { draftOf, goesLiveAt, type ListedDraft } from "./draft";
import { DraftRow } from "./DraftRow";
import { ScheduledRelease, ScheduledRow } from "./ScheduledRow";
import { useDrafts } from "./useDrafts";
import { useSchedule } from "./useSchedule";

/**
 * A draft or record with a scheduled time. Owners see only their own drafts, without the account that scheduled them.
 */
type Entry = { time: string } & ({ draft: ListedDraft } | { item: ScheduleItem });

/** The calendar of scheduled changes, and the drafts without a time. */
export default function DraftList() {
  const zone = useZone();
  const { may } = useAccount();
  const isAdmin = may("writeArticles");
  const drafts = useDrafts(0);
  const { list, items } = useSchedule(isAdmin);
  const error = drafts.error ?? list.error;
  const isLoading = drafts.isPending || list.isLoading;
  const all = drafts.data ?? [];
  const entries: Entry[] = isAdmin
    ? items.map((item) => ({ time: item.time, item }))
    : all.filter(goesLiveAt).map((draft) => ({ time: goesLiveAt(draft)!, draft }));
  const waiting = all.filter((draft) => !goesLiveAt(draft));
  return (
    <Page title={tLayout("section.drafts")} lead={t("lead", { zone: zoneName(zone, "") })}>
      {error && (
        <LoadFailed
          title={t("failed.list")}
          error={error}
          onRetry={() => {
            void drafts.refetch();
            if (isAdmin) void list.refetch();
          }}
          sx={{ mb: 2 }}
        />
      )}
      {isLoading && !error && (
        <Card>
          <RowsSkeleton label={t("list.loading")} />
        </Card>
      )}
      {!isLoading && !error && entries.length === 0 && waiting.length === 0 && (
        <Card>
          <Empty title={t("list.nothing")} text={t("list.nothingText")} />
        </Card>
      )}
      {!isLoading && entries.length + waiting.length > 0 && (
        <>
          <Part id="calendar" title={t("list.calendar")} nothing={t("list.nothingScheduled")}>
            {entries.length > 0 && (
              <>
                <Days entries={entries} />
                {list.hasNextPage && (
                  <Button sx={{ m: 1 }} disabled={list.isFetching} onClick={() => void list.fetchNextPage()}>
                    {t("list.more")}
                  </Button>
                )}
              </>
            )}
          </Part>
          <Part id="waiting" title={t("list.waiting")} nothing={t("list.nothingWaiting")}>
            {waiting.length > 0 && (
              <Rows labelledBy="waiting">
                {waiting.map((draft) => (
                  <DraftRow key={`${draft.kind}/${draft.recordId}`} draft={draft} />
                ))}
              </Rows>
            )}
          </Part>
        </>
      )}
    </Page>
  );
}

interface PartProps {
  id: string;
  title: string;
  nothing: string;
  children: ReactNode;
}

function Part({ id, title, nothing, children }: PartProps) {
  return (
    <Box component="section" aria-labelledby={id} sx={{ mt: { xs: 2, md: 0 }, mb: 4 }}>
      <Typography id={id} variant="h2" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      <Card>{children || <Typography sx={{ p: 2, color: "text.secondary" }}>{nothing}</Typography>}</Card>
    </Box>
  );
}

/** The entries under a heading for each day of the region. */
function Days({ entries }: { entries: readonly Entry[] }) {
  const zone = useZone();
  const today = dayIn(zone, new Date(useNow(60_000)).toISOString());
  const days = new Map<string, Entry[]>();
  for (const entry of entries) {
    const day = dayIn(zone, entry.time);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, ofDay]) => (
    <Box key={day}>
      <Typography id={`day-${day}`} variant="h3" sx={{ px: 2, pt: 2 }}>
        {dayName(day, today)}
      </Typography>
      <Rows labelledBy={`day-${day}`}>
        {ofDay.map((entry) => (
          <EntryRow key={keyOf("draft" in entry ? entry.draft : entry.item)} entry={entry} />
        ))}
      </Rows>
    </Box>
  ));
}

const keyOf = (one: Pick<ScheduleItem, "kind" | "recordId"> & { action?: string }): string =>
  `${one.action ?? "draft"}/${one.kind}/${one.recordId}`;

/** The row of an entry, by its kind. */
function EntryRow({ entry }: { entry: Entry }) {
  if ("draft" in entry) return <DraftRow draft={entry.draft} />;
  const { item } = entry;
  if (item.action === "publish_draft") return <DraftRow draft={draftOf(item)} item={item} />;
  if (item.action === "publish_release") return <ScheduledRelease item={item} />;
  return <ScheduledRow item={item} />;
}

function Rows({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  return (
    <Box component="ul" aria-labelledby={labelledBy} sx={{ listStyle: "none", m: 0, p: 0 }}>
      {children}
    </Box>
  );
}
