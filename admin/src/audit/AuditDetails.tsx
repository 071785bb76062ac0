import { Box, Button, Stack, Typography } from "@mui/material";
import type { AuditItem } from "@karst/client";
import { useId } from "react";
import { useGetOne } from "react-admin";
import { Link } from "react-router-dom";
import { SideBySide } from "../form/SideBySide";
import { dateIn } from "../kit/zone";
import { t } from "../messages/audit.gen";
import { auditAddress } from "./address";
import { differences, recordOf } from "./shape";
import { useZone } from "./useZone";

/** The changed fields of an event, who caused it, and links to the record and related events. */
export function AuditDetails({ item }: { item: AuditItem }) {
  return (
    <Box sx={{ borderTop: 1, borderColor: "divider", pt: 1.5 }}>
      <Differences item={item} />
      <Facts item={item} />
      <Links item={item} />
    </Box>
  );
}

function Differences({ item }: { item: AuditItem }) {
  const id = useId();
  const { before, after } = item;
  if (!before && !after) return <Typography variant="body2">{t("details.unchanged")}</Typography>;
  const title = t(!before ? "details.added" : !after ? "details.removed" : "details.changed");
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} variant="subtitle2" component="h3">
        {title}
      </Typography>
      {before && after ? (
        differences(item).map(({ field, label, before, after }) => (
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
        <FactList
          facts={differences(item).map(({ label, before, after }) => [label, item.before ? before : after])}
        />
      )}
    </Box>
  );
}

function Facts({ item }: { item: AuditItem }) {
  const zone = useZone();
  const facts: [string, string | null][] = [
    [t("details.time"), dateIn(zone, item.createdAt)],
    [t("details.person"), item.accountEmail],
    [t("details.account"), item.accountId],
    [t("details.request"), item.requestId],
  ];
  return (
    <Box sx={{ mt: 2 }}>
      <FactList facts={facts.filter((fact): fact is [string, string] => !!fact[1])} />
    </Box>
  );
}

function FactList({ facts }: { facts: [label: string, text: string][] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        mt: 0.5,
        display: "grid",
        gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "minmax(9rem, auto) minmax(0, 1fr)" },
        columnGap: 2,
        rowGap: { xs: 0, sm: 0.5 },
        fontSize: "0.875rem",
        "& dt": { color: "text.secondary" },
        "& dd": { m: 0, mb: { xs: 1, sm: 0 }, whiteSpace: "pre-wrap", overflowWrap: "anywhere" },
      }}
    >
      {facts.map(([label, text]) => (
        <Box key={label} sx={{ display: "contents" }}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </Box>
      ))}
    </Box>
  );
}

/** Links to the record if it still exists, to its history and to other events by the same person. */
function Links({ item }: { item: AuditItem }) {
  const { kind, subjectId, accountId } = item;
  return (
    <Stack direction="row" sx={{ flexWrap: "wrap", gap: 0.5, mt: 1.5, ml: -2.25 }}>
      <RecordLink item={item} />
      {kind && (
        <Button component={Link} to={auditAddress({ kind, ...(subjectId && { subject: subjectId }) })}>
          {t("recordHistory")}
        </Button>
      )}
      {accountId && (
        <Button component={Link} to={auditAddress({ account: accountId })}>
          {t("personHistory")}
        </Button>
      )}
    </Stack>
  );
}

function RecordLink({ item }: { item: AuditItem }) {
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
