import { Box, Button, Card, Link, Skeleton, Typography } from "@mui/material";
import type { AuditEvent } from "@karst/client";
import type { ReactNode } from "react";
import { useGetList } from "react-admin";
import { Link as RouterLink } from "react-router-dom";
import { eventSentence } from "../audit/shape";
import { useRecordPath } from "../audit/useRecordPath";
import { Age } from "../list/Age";
import { LoadFailed } from "../list/ListStates";
import { t } from "../messages/overview.gen";

/** The number of events that are read. Repeated changes of a record are shown once. */
const MAX_READ = 50;
const MAX_SHOWN = 6;

/** The latest changes of the guide with their authors, for accounts that may read the audit log. */
export default function LatestChanges() {
  const { data, error, refetch } = useGetList<AuditEvent>("audit", {
    pagination: { page: 1, perPage: MAX_READ },
  });
  return (
    <Box component="section" aria-labelledby="latest" sx={{ mb: 4 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 2, mb: 0.5 }}>
        <Typography variant="h2" id="latest" sx={{ flexGrow: 1 }}>
          {t("latest.title")}
        </Typography>
        <Button component={RouterLink} to="/audit">
          {t("latest.all")}
        </Button>
      </Box>
      {error ? (
        <LoadFailed isInline title={t("latest.failed")} error={error} onRetry={refetch} />
      ) : (
        <Card sx={{ px: 2.5, py: 1 }}>{data ? <Changes items={data} /> : <Loading />}</Card>
      )}
    </Box>
  );
}

function Loading() {
  return (
    <Box role="status" aria-label={t("latest.loading")}>
      {Array.from({ length: MAX_SHOWN }, (_, row) => (
        <Skeleton key={row} height={44} />
      ))}
    </Box>
  );
}

function Changes({ items }: { items: AuditEvent[] }) {
  const changes = lastChanges(items);
  if (changes.length === 0)
    return <Typography sx={{ color: "text.secondary", py: 1 }}>{t("latest.none")}</Typography>;
  return (
    <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
      {changes.map((item) => (
        <Change key={item.id} item={item} />
      ))}
    </Box>
  );
}

function Change({ item }: { item: AuditEvent }) {
  const path = useRecordPath(item);
  const who = (name: ReactNode) => (
    <b key="who" dir="auto">
      {name}
    </b>
  );
  const what = (name: ReactNode) =>
    path ? (
      <Link key="what" component={RouterLink} to={path} color="secondary" dir="auto">
        {name}
      </Link>
    ) : (
      <b key="what" dir="auto">
        {name}
      </b>
    );
  return (
    <Box
      component="li"
      sx={{ display: "flex", flexWrap: "wrap", columnGap: 2, py: 1, justifyContent: "space-between" }}
    >
      <Box component="span" sx={{ overflowWrap: "anywhere", minWidth: 0 }}>
        {eventSentence(item, who, what)}
      </Box>
      <Typography component="span" variant="body2" sx={{ color: "text.secondary" }}>
        <Age time={item.createdAt} />
      </Typography>
    </Box>
  );
}

/** Events that changed a record, newest first. Several changes of a record by one person count once. */
export function lastChanges(items: readonly AuditEvent[]): AuditEvent[] {
  const found = new Map<string, AuditEvent>();
  for (const item of items) {
    const { action, accountId, kind, subjectId, before, after } = item;
    const key = [action, accountId, kind, subjectId].join(" ");
    // Sign-ins change nothing.
    if ((before || after) && !found.has(key)) found.set(key, item);
  }
  return [...found.values()].slice(0, MAX_SHOWN);
}
