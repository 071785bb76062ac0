import { Box, Card } from "@mui/material";
import type { AdminEntryResponse } from "@karst/client";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { RecordList } from "../list/RecordList";
import { EntryDialog } from "../guestbook/EntryDialog";
import { useCounts } from "../guestbook/useCounts";
import { Page } from "../layout/Page";
import { CountTabs } from "../list/CountTabs";
import { t as tLayout } from "../messages/layout.gen";
import { t } from "../messages/moderation.gen";
import { CommentQueue } from "./CommentQueue";
import { EntryQueue } from "./EntryQueue";
import { KeysLine } from "./KeysLine";
import { COMMENT_COMMANDS } from "./useQueue";

const TABS = ["pending", "spam", "approved", "rejected", "comments"] as const;
type Tab = (typeof TABS)[number];
const PANEL = "queue";

/** Moderation, for admins: entries and comments by status. */
export default function Moderation() {
  const [query, setQuery] = useSearchParams();
  const [lastDecided, setLastDecided] = useState<AdminEntryResponse | null>(null);
  const tab = TABS.find((one) => one === query.get("tab")) ?? "pending";
  return (
    <Page title={tLayout("section.moderation")} lead={t("lead")}>
      <Card sx={{ overflow: "clip" }}>
        <CountTabs
          label={tLayout("section.moderation")}
          tabs={Object.fromEntries(TABS.map((one) => [one, t(`tabs.${one}`)])) as Record<Tab, string>}
          counts={useCounts().data}
          value={tab}
          onChange={(chosen) => setQuery(chosen === "pending" ? {} : { tab: chosen }, { replace: true })}
          panel={PANEL}
        />
        <KeysLine commands={tab === "comments" ? COMMENT_COMMANDS : undefined} />
        <Box role="tabpanel" id={PANEL} aria-labelledby={`${PANEL}-${tab}`}>
          <RecordList
            key={tab}
            resource={tab === "comments" ? "comments" : "guestbook"}
            filter={{ status: tab === "comments" ? "pending" : tab }}
            // Page and order are not in the URL, because the queue changes with each decision.
            disableSyncWithLocation
            storeKey={false}
          >
            {tab === "comments" ? (
              <CommentQueue />
            ) : (
              <EntryQueue tab={tab} lastDecided={lastDecided} onDecided={setLastDecided} />
            )}
          </RecordList>
        </Box>
      </Card>
      <EntryDialog base="/moderation" />
    </Page>
  );
}
