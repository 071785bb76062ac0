import { Box, Button, Card, Typography } from "@mui/material";
import type { AuditItem } from "@karst/client";
import { useListContext } from "react-admin";
import { listTexts } from "../kit/texts";
import { useNow } from "../kit/useNow";
import { zoneName } from "../kit/zone";
import { focusMain } from "../layout/focusMain";
import { Page } from "../layout/Page";
import { Empty } from "../list/ListStates";
import { RecordList } from "../list/RecordList";
import { Records } from "../list/Records";
import { t } from "../messages/audit.gen";
import { t as tLayout } from "../messages/layout.gen";
import type { AuditFilters } from "./address";
import { AuditFilterBar } from "./AuditFilterBar";
import { AuditRow } from "./AuditRow";
import { dayIn, dayName } from "./days";
import { isSessionAction } from "./shape";
import { useZone } from "./useZone";

/** The audit log, for admins. The URL holds filters and page. */
export default function AuditList() {
  const zone = useZone();
  return (
    <RecordList<AuditItem>
      resource="audit"
      // A link shows exactly its filters, not those of an earlier visit.
      storeKey={false}
      // The maximum of the API: most events of a page may be sessions, which are hidden.
      perPage={100}
      filter={{ zone }}
    >
      <Page title={tLayout("section.audit")} lead={t("lead", { zone: zoneName(zone, "") })}>
        <Card sx={{ overflow: "clip" }}>
          <AuditFilterBar />
          <Rows />
        </Card>
      </Page>
    </RecordList>
  );
}

function Rows() {
  const { action, sessions } = useListContext().filterValues as AuditFilters;
  return (
    <Records<AuditItem> label={t("list")} texts={listTexts(t, "none")}>
      {(items) => {
        const shown = items.filter((item) => sessions || action || !isSessionAction(item.action));
        const hidden = items.length - shown.length;
        return (
          <>
            {shown.length > 0 && <Days items={shown} />}
            {hidden > 0 && <HiddenSessions count={hidden} isAll={shown.length === 0} />}
          </>
        );
      }}
    </Records>
  );
}

/** The events under a heading for each day of the region. */
function Days({ items }: { items: AuditItem[] }) {
  const zone = useZone();
  const now = useNow(60_000);
  const today = dayIn(zone, new Date(now).toISOString());
  const days = new Map<string, AuditItem[]>();
  for (const item of items) {
    const day = dayIn(zone, item.createdAt);
    days.set(day, [...(days.get(day) ?? []), item]);
  }
  return (
    <section aria-label={t("list")}>
      {[...days].map(([day, events]) => (
        <Box key={day}>
          <Typography id={`day-${day}`} variant="h3" component="h2" sx={{ px: 2, pt: 2.5, pb: 0.5 }}>
            {dayName(day, today)}
          </Typography>
          <Box
            component="ul"
            aria-labelledby={`day-${day}`}
            sx={{ listStyle: "none", m: 0, p: 0, borderTop: 1, borderColor: "divider" }}
          >
            {events.map((item) => (
              <AuditRow key={item.id} item={item} />
            ))}
          </Box>
        </Box>
      ))}
    </section>
  );
}

/** The number of events of this page that are hidden, because the pager counts them too. */
function HiddenSessions({ count, isAll }: { count: number; isAll: boolean }) {
  const { filterValues, setFilters } = useListContext();
  const text = t("hidden.text", { count });
  const show = (
    <Button
      onClick={() => {
        focusMain(); // The button disappears.
        setFilters({ ...filterValues, sessions: true }, {}, false);
      }}
    >
      {t("filters.sessions")}
    </Button>
  );
  if (isAll) {
    return (
      <Empty title={t("hidden.all")} text={text}>
        {show}
      </Empty>
    );
  }
  return (
    <Box sx={{ px: 2, pt: 1, display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {text}
      </Typography>
      {show}
    </Box>
  );
}
