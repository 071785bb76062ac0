import { Box, Card } from "@mui/material";
import type { AdminEntryResponse } from "@karst/client";
import { useState } from "react";
import { ListBase } from "react-admin";
import { useSearchParams } from "react-router-dom";
import { EntryDialog } from "../guestbook/EntryDialog";
import { useCounts } from "../guestbook/useCounts";
import { useAccount } from "../identity/useAccount";
import { AccessDeniedNotice } from "../layout/AccessDenied";
import { Page } from "../layout/Page";
import { CountTabs } from "../list/CountTabs";
import { t as tLayout } from "../messages/layout.gen";
import { t as tLogin } from "../messages/login.gen";
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
  const { account, may } = useAccount();
  if (!may("moderate")) {
    return (
      <Box sx={{ p: { xs: 2, md: 4 } }}>
        <AccessDeniedNotice account={account} text={tLogin("denied.page")} />
      </Box>
    );
  }
  return <Queues />;
}

function Queues() {
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
          <ListBase
            key={tab}
            resource={tab === "comments" ? "comments" : "guestbook"}
            filter={{ status: tab === "comments" ? "pending" : tab }}
            perPage={25}
            // Page and order are not in the URL, because the queue changes with each decision.
            disableSyncWithLocation
            storeKey={false}
            queryOptions={{ onError: () => {} }}
            exporter={false}
          >
            {tab === "comments" ? (
              <CommentQueue />
            ) : (
              <EntryQueue tab={tab} lastDecided={lastDecided} onDecided={setLastDecided} />
            )}
          </ListBase>
        </Box>
      </Card>
      <EntryDialog base="/moderation" />
    </Page>
  );
}
