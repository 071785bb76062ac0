import { Box, Card, Chip } from "@mui/material";
import type { ProposalResponse } from "@karst/client";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { utcDateOf } from "../kit/dates";
import { RecordList } from "../list/RecordList";
import { Page } from "../layout/Page";
import { CountTabs } from "../list/CountTabs";
import { t as tLayout } from "../messages/layout.gen";
import { t } from "../messages/reports.gen";
import { KeysLine } from "../moderation/KeysLine";
import { REPORT_COMMANDS } from "../moderation/useQueue";
import { ReportQueue, type Tab } from "./ReportQueue";
import { useCounts } from "./useCounts";

const FILTERS: Record<Tab, object> = {
  open: { state: "open", spam: false },
  spam: { state: "open", spam: true },
  accepted: { state: "accepted" },
  declined: { state: "declined" },
};
const TABS = Object.keys(FILTERS) as Tab[];
const PANEL = "reports";

/** The date in an address, if there is a valid one. */
const dayIn = (text: string | null) => (text && !Number.isNaN(Date.parse(text)) ? text : null);

/** The reports of travelers, for admins. */
export default function Reports() {
  const [query, setQuery] = useSearchParams();
  const [lastDecided, setLastDecided] = useState<ProposalResponse | null>(null);
  const tab = TABS.find((one) => one === query.get("tab")) ?? "open";
  // Only links to this list set it.
  const createdBefore = dayIn(query.get("createdBefore"));
  return (
    <Page title={tLayout("section.reports")} lead={t("lead")}>
      <Card sx={{ overflow: "clip" }}>
        <CountTabs
          label={tLayout("section.reports")}
          tabs={Object.fromEntries(TABS.map((one) => [one, t(`tabs.${one}`)])) as Record<Tab, string>}
          counts={useCounts().data}
          value={tab}
          onChange={(chosen) => setQuery(chosen === "open" ? {} : { tab: chosen }, { replace: true })}
          panel={PANEL}
        />
        {createdBefore && (
          <Chip
            label={t("createdBefore", { date: utcDateOf(createdBefore) })}
            onDelete={() => setQuery({}, { replace: true })}
            sx={{ minHeight: 44, px: 0.5, m: 1.5, mb: 0, borderRadius: 999 }}
          />
        )}
        <KeysLine commands={REPORT_COMMANDS} />
        <Box role="tabpanel" id={PANEL} aria-labelledby={`${PANEL}-${tab}`}>
          <RecordList
            key={`${tab} ${createdBefore ?? ""}`}
            resource="proposals"
            filter={createdBefore ? { ...FILTERS[tab], createdBefore } : FILTERS[tab]}
            // Page and order are not in the URL, because the queue changes with each decision.
            disableSyncWithLocation
            storeKey={false}
          >
            <ReportQueue tab={tab} lastDecided={lastDecided} onDecided={setLastDecided} />
          </RecordList>
        </Box>
      </Card>
    </Page>
  );
}
