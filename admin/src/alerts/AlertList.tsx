import { Box, Card } from "@mui/material";
import type { AlertResponse } from "@karst/client";
import { useListContext } from "react-admin";
import { useZone } from "../audit/useZone";
import { zoneName } from "../kit/zone";
import { Page } from "../layout/Page";
import { AddButton } from "../list/AddButton";
import { CountTabs } from "../list/CountTabs";
import { RecordList } from "../list/RecordList";
import { Records } from "../list/Records";
import { t } from "../messages/alerts.gen";
import { t as tLayout } from "../messages/layout.gen";
import { AlertDialog } from "./AlertDialog";
import { AlertRow } from "./AlertRow";
import type { AlertState } from "./shape";

const PANEL = "alerts";

/** Alerts, for admins: those that apply, those that begin later, and those that have ended. */
export default function AlertList() {
  return (
    <RecordList<AlertResponse> resource="alerts" filterDefaultValues={{ state: "current" }}>
      <Alerts />
    </RecordList>
  );
}

function Alerts() {
  const { filterValues, setFilters, total } = useListContext();
  const { state = "current" } = filterValues as { state?: AlertState };
  const zone = useZone();
  return (
    <Page title={tLayout("section.alerts")} lead={t("lead", { zone: zoneName(zone, "") })} actions={<Add />}>
      <Card sx={{ overflow: "clip" }}>
        <CountTabs<AlertState>
          label={tLayout("section.alerts")}
          tabs={{
            current: t("states.current"),
            upcoming: t("states.upcoming"),
            ended: t("states.ended"),
          }}
          counts={{ [state]: total }}
          value={state}
          onChange={(chosen) => setFilters({ ...filterValues, state: chosen })}
          panel={PANEL}
        />
        <Box role="tabpanel" id={PANEL} aria-labelledby={`${PANEL}-${state}`}>
          <Records<AlertResponse>
            label={tLayout("section.alerts")}
            texts={{
              loading: t("loading"),
              failed: t("failed.fetch"),
              none: { title: t(`none.${state}`), text: t("none.text") },
            }}
            tabFilter="state"
            emptyAction={<Add />}
          >
            {(alerts) => (
              <Box component="ul" aria-label={t(`states.${state}`)} sx={{ listStyle: "none", m: 0, p: 0 }}>
                {alerts.map((alert) => (
                  <AlertRow key={alert.id} alert={alert} />
                ))}
              </Box>
            )}
          </Records>
        </Box>
      </Card>
      <AlertDialog />
    </Page>
  );
}

const Add = () => <AddButton label={t("add")} to="/alerts/create" />;
