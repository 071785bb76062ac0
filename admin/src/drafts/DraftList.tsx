import { Alert, AlertTitle, Box, Button, Card, Typography } from "@mui/material";
import type { DraftItem } from "@karst/client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { dayIn, dayName } from "../audit/days";
import { useZone } from "../audit/useZone";
import { useAccount } from "../identity/useAccount";
import { useNow } from "../kit/useNow";
import { zoneName } from "../kit/zone";
import { Page } from "../layout/Page";
import { Reason } from "../layout/Toasts";
import { Empty, RowsSkeleton } from "../list/ListStates";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/drafts.gen";
import { t as tLayout } from "../messages/layout.gen";
import { scheduledArticles } from "../resources";
import { useAsk } from "../useAsk";
import { goesLiveAt } from "./draft";
import { DraftRow, RecordRow } from "./DraftRow";
import { useDrafts } from "./useDrafts";

type Article = Awaited<ReturnType<typeof scheduledArticles>>[number];

/** What goes live at a time. */
type Entry = { time: string } & ({ draft: DraftItem } | { article: Article });

/** All drafts, with the articles that become public later. */
export default function DraftList() {
  const zone = useZone();
  const ask = useAsk();
  const { may } = useAccount();
  const isEditor = may("writeArticles");
  const drafts = useDrafts(0);
  const articles = useQuery({
    queryKey: ["articles", "scheduled"],
    queryFn: () => ask(() => scheduledArticles(Date.now())),
    enabled: isEditor,
  });
  const error = drafts.error ?? articles.error;
  const isLoading = drafts.isPending || articles.isLoading;
  const all = drafts.data ?? [];
  const entries: Entry[] = [
    ...all.filter(goesLiveAt).map((draft) => ({ time: goesLiveAt(draft)!, draft })),
    ...(articles.data ?? []).map((article) => ({ time: article.publicationDate, article })),
  ].sort((one, other) => Date.parse(one.time) - Date.parse(other.time));
  const waiting = all.filter((draft) => !goesLiveAt(draft));
  return (
    <Page title={tLayout("section.drafts")} lead={t("lead", { zone: zoneName(zone, "") })}>
      {error && (
        <Alert
          severity="error"
          sx={{ mb: 2 }}
          action={
            <Button
              onClick={() => {
                void drafts.refetch();
                if (isEditor) void articles.refetch();
              }}
            >
              {tCommon("tryAgain")}
            </Button>
          }
        >
          <AlertTitle>{t("failed.list")}</AlertTitle>
          <Reason error={error} />
        </Alert>
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
          <Part id="goes-live" title={t("list.goesLive")} nothing={t("list.nothingScheduled")}>
            {entries.length > 0 && <Days entries={entries} />}
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
    <Box component="section" aria-labelledby={id} sx={{ mb: 4 }}>
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
        {ofDay.map((entry) =>
          "draft" in entry ? (
            <DraftRow key={`${entry.draft.kind}/${entry.draft.recordId}`} draft={entry.draft} />
          ) : (
            <RecordRow
              key={`new/${entry.article.id}`}
              to={`/articles/${entry.article.id}`}
              name={entry.article.title}
              kind={t("list.newArticle")}
              time={entry.time}
            />
          ),
        )}
      </Rows>
    </Box>
  ));
}

function Rows({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  return (
    <Box component="ul" aria-labelledby={labelledBy} sx={{ listStyle: "none", m: 0, p: 0 }}>
      {children}
    </Box>
  );
}
