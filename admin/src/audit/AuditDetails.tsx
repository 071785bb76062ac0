import { Box, Button, Stack, Typography } from "@mui/material";
import type { AuditEvent } from "@karst/client";
import { useId } from "react";
import { useGetOne } from "react-admin";
import { Link } from "react-router-dom";
import { SideBySide } from "../form/SideBySide";
import { Facts } from "../kit/Facts";
import { dateIn } from "../kit/zone";
import { t } from "../messages/audit.gen";
import { auditAddress } from "./address";
import { differences, recordOf } from "./shape";
import { useZone } from "./useZone";

/** The changed fields of an event, its actor, and links to the record and related events. */
export function AuditDetails({ item }: { item: AuditEvent }) {
  return (
    <Box sx={{ borderTop: 1, borderColor: "divider", pt: 1.5 }}>
      <Differences item={item} />
      <Circumstances item={item} />
      <Links item={item} />
    </Box>
  );
}

function Differences({ item }: { item: AuditEvent }) {
  const id = useId();
  const changes = differences(item, useZone());
  const { before, after } = item;
  if (!before && !after) return <Typography variant="body2">{t("details.unchanged")}</Typography>;
  const title = t(!before ? "details.added" : !after ? "details.removed" : "details.changed");
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} variant="subtitle2" component="h3">
        {title}
      </Typography>
      {before && after ? (
        changes.map(({ field, label, before, after }) => (
          <SideBySide
            key={field}
            label={label}
            versions={[
              [t("details.before"), before],
              [t("details.after"), after],
            ]}
          />
        ))
      ) : (
        <Box sx={{ mt: 0.5, whiteSpace: "pre-wrap" }}>
          <Facts facts={changes.map(({ label, before, after }) => [label, item.before ? before : after])} />
        </Box>
      )}
    </Box>
  );
}

function Circumstances({ item }: { item: AuditEvent }) {
  const zone = useZone();
  return (
    <Box sx={{ mt: 2 }}>
      <Facts
        facts={[
          [t("details.time"), dateIn(zone, item.createdAt)],
          [t("details.person"), item.accountEmail],
          [t("details.account"), item.accountId],
          [t("details.request"), item.requestId],
        ]}
      />
    </Box>
  );
}

/** Links to the record if it still exists, to its history and to other events by the same person. */
function Links({ item }: { item: AuditEvent }) {
  const { kind, subjectId, accountId } = item;
  return (
    <Stack direction="row" sx={{ flexWrap: "wrap", gap: 0.5, mt: 1.5, ml: -2.25 }}>
      <RecordLink item={item} />
      {kind && (
        <Button
          component={Link}
          to={auditAddress({
            kind,
            ...(subjectId && { subject: subjectId }),
            ...(kind === "user" && { sessions: true }),
          })}
        >
          {t("recordHistory")}
        </Button>
      )}
      {accountId && (
        <Button component={Link} to={auditAddress({ account: accountId, sessions: true })}>
          {t("personHistory")}
        </Button>
      )}
    </Stack>
  );
}

function RecordLink({ item }: { item: AuditEvent }) {
  const record = recordOf(item);
  const { data } = useGetOne(
    record?.resource ?? "",
    { id: record?.id ?? "" },
    { enabled: !!record, retry: false },
  );
  if (item.kind === "settings") return <OpenButton path="/settings" />;
  if (item.kind === "page") return <OpenButton path={`/pages/${item.subjectId}`} />;
  return record && data ? <OpenButton path={`/${record.resource}/${record.id}`} /> : null;
}

function OpenButton({ path }: { path: string }) {
  return (
    <Button component={Link} to={path}>
      {t("openRecord")}
    </Button>
  );
}
