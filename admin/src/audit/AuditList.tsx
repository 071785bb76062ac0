import { Box, Card, Typography } from "@mui/material";
import type { AuditEvent } from "@karst/client";
import { listTexts } from "../kit/texts";
import { useNow } from "../kit/useNow";
import { zoneName } from "../kit/zone";
import { Page } from "../layout/Page";
import { ExportList } from "../list/ExportList";
import { RecordList } from "../list/RecordList";
import { Records } from "../list/Records";
import { t } from "../messages/audit.gen";
import { t as tLayout } from "../messages/layout.gen";
import { AuditFilterBar } from "./AuditFilterBar";
import { AuditRow } from "./AuditRow";
import { dayIn, dayName } from "./days";
import { useZone } from "./useZone";

/** The audit log, for admins. The URL holds filters and page. */
export default function AuditList() {
  const zone = useZone();
  return (
    <RecordList<AuditEvent>
      resource="audit"
      // A link shows exactly its filters, not those of an earlier visit.
      storeKey={false}
      perPage={50}
      filter={{ zone }}
    >
      <Page
        title={tLayout("section.audit")}
        lead={t("lead", { zone: zoneName(zone, "") })}
        actions={<ExportList />}
      >
        <Card sx={{ overflow: "clip" }}>
          <AuditFilterBar />
          <Rows />
        </Card>
      </Page>
    </RecordList>
  );
}

function Rows() {
  return (
    <Records<AuditEvent> label={t("list")} texts={listTexts(t, "none")}>
      {(items) => <Days items={items} />}
    </Records>
  );
}

/** The events under a heading for each day of the region. */
function Days({ items }: { items: AuditEvent[] }) {
  const zone = useZone();
  const now = useNow(60_000);
  const today = dayIn(zone, new Date(now).toISOString());
  const days = new Map<string, AuditEvent[]>();
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
