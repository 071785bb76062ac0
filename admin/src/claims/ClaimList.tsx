import { Box, Card } from "@mui/material";
import type { ClaimResponse } from "@karst/client";
import { useListContext } from "react-admin";
import { Page } from "../layout/Page";
import { CountTabs } from "../list/CountTabs";
import { RecordList } from "../list/RecordList";
import { Records } from "../list/Records";
import { t } from "../messages/claims.gen";
import { t as tLayout } from "../messages/layout.gen";
import { ClaimRow } from "./ClaimRow";

const TABS = ["open", "proved", "approved", "declined", "revoked"] as const;
type Tab = (typeof TABS)[number];
const PANEL = "claims";

/** Claims to places, for admins: those that wait, and those that were decided. */
export default function ClaimList() {
  return (
    <RecordList<ClaimResponse> resource="claims" filterDefaultValues={{ state: "open" }}>
      <Claims />
    </RecordList>
  );
}

function Claims() {
  const { filterValues, setFilters, total } = useListContext();
  const { state = "open" } = filterValues as { state?: Tab };
  return (
    <Page title={tLayout("section.claims")} lead={t("lead")}>
      <Card sx={{ overflow: "clip" }}>
        <CountTabs<Tab>
          label={tLayout("section.claims")}
          tabs={Object.fromEntries(TABS.map((tab) => [tab, t(`states.${tab}`)])) as Record<Tab, string>}
          counts={{ [state]: total }}
          value={state}
          onChange={(chosen) => setFilters({ ...filterValues, state: chosen })}
          panel={PANEL}
        />
        <Box role="tabpanel" id={PANEL} aria-labelledby={`${PANEL}-${state}`}>
          <Records<ClaimResponse>
            label={tLayout("section.claims")}
            texts={{
              loading: t("loading"),
              failed: t("failed.fetch"),
              none: { title: t("none.title"), text: t("none.text") },
            }}
            tabFilter="state"
          >
            {(claims) => (
              <Box component="ul" aria-label={t(`states.${state}`)} sx={{ listStyle: "none", m: 0, p: 0 }}>
                {claims.map((claim) => (
                  <ClaimRow key={claim.id} claim={claim} />
                ))}
              </Box>
            )}
          </Records>
        </Box>
      </Card>
    </Page>
  );
}
