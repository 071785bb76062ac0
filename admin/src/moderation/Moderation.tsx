import { Box, Card } from "@mui/material";
import type { AdminEntryResponse } from "@karst/client";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { EntryDialog } from "../guestbook/EntryDialog";
import { useCounts } from "../guestbook/useCounts";
import { Page } from "../layout/Page";
import { CountTabs } from "../list/CountTabs";
import { RecordList } from "../list/RecordList";
import { CommentQueue } from "./CommentQueue";
import { EntryQueue } from "./EntryQueue";
import { KeysLine } from "./KeysLine";
import { ON_COMMENTS } from "./useQueue";
import { words } from "./words";

type Tab = keyof typeof words.tabs;
const TABS = Object.keys(words.tabs) as Tab[];
const PANEL = "queue";

/** The moderators' page, for admins: what waits, one after the other. */
export default function Moderation() {
  const [query, setQuery] = useSearchParams();
  const [last, setLast] = useState<AdminEntryResponse | null>(null);
  const asked = query.get("tab") as Tab | null;
  const tab = asked && TABS.includes(asked) ? asked : "pending";
  return (
    <Page title={words.title} lead={words.lead}>
      <Card sx={{ overflow: "clip" }}>
        <CountTabs
          label={words.title}
          tabs={words.tabs}
          counts={useCounts().data}
          value={tab}
          onChange={(chosen) => setQuery(chosen === "pending" ? {} : { tab: chosen }, { replace: true })}
          panel={PANEL}
        />
        <KeysLine commands={tab === "comments" ? ON_COMMENTS : undefined} />
        <Box role="tabpanel" id={PANEL} aria-labelledby={`${PANEL}-${tab}`}>
          <RecordList
            key={tab}
            resource={tab === "comments" ? "comments" : "guestbook"}
            filter={{ status: tab === "comments" ? "pending" : tab }}
            // Page and order are nobody's to link to: the queue is worked off.
            disableSyncWithLocation
            storeKey={false}
          >
            {tab === "comments" ? <CommentQueue /> : <EntryQueue tab={tab} last={last} onDecided={setLast} />}
          </RecordList>
        </Box>
      </Card>
      <EntryDialog base="/moderation" />
    </Page>
  );
}
