import { Box, Button, Stack, Typography } from "@mui/material";
import type { AuditItem } from "@karst/client";
import { useId } from "react";
import { useGetOne } from "react-admin";
import { Link } from "react-router-dom";
import { SideBySide } from "../form/SideBySide";
import { longDate } from "../kit/dates";
import { auditAddress } from "./address";
import { differences, recordOf } from "./shape";
import { words } from "./words";

const said = words.details;

/** All that is known of something that was done: what differs field by field, by whom, and the ways on. */
export function AuditDetails({ item }: { item: AuditItem }) {
  return (
    <Box sx={{ borderTop: 1, borderColor: "divider", pt: 1.5 }}>
      <Differences item={item} />
      <Facts item={item} />
      <Ways item={item} />
    </Box>
  );
}

function Differences({ item }: { item: AuditItem }) {
  const id = useId();
  const { before, after } = item;
  if (!before && !after) return <Typography variant="body2">{said.same}</Typography>;
  const title = !before ? said.added : !after ? said.removed : said.changed;
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
              [said.before, before],
              [said.after, after],
            ]}
          />
        ))
      ) : (
        <Listed
          facts={differences(item).map(({ label, before, after }) => [label, item.before ? before : after])}
        />
      )}
    </Box>
  );
}

function Facts({ item }: { item: AuditItem }) {
  const facts: [string, string | null][] = [
    [said.exactly, longDate(item.createdAt)],
    [said.person, item.accountEmail],
    [said.account, item.accountId],
    [said.request, item.requestId],
  ];
  return (
    <Box sx={{ mt: 2 }}>
      <Listed facts={facts.filter((fact): fact is [string, string] => !!fact[1])} />
    </Box>
  );
}

function Listed({ facts }: { facts: [label: string, text: string][] }) {
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

/** To the record, where it still exists, to its history, and to what else the same person did. */
function Ways({ item }: { item: AuditItem }) {
  const { kind, subjectId, accountId } = item;
  return (
    <Stack direction="row" sx={{ flexWrap: "wrap", gap: 0.5, mt: 1.5, ml: -2.25 }}>
      <RecordLink item={item} />
      {kind && (
        <Button component={Link} to={auditAddress({ kind, ...(subjectId && { subject: subjectId }) })}>
          {words.allOf(kind)}
        </Button>
      )}
      {accountId && (
        <Button component={Link} to={auditAddress({ account: accountId })}>
          {words.allBy}
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
  if (item.kind === "settings") return <Open item={item} path="/settings" />;
  if (item.kind === "page") return <Open item={item} path={`/pages/${item.subjectId}`} />;
  return record && data ? <Open item={item} path={`/${record.resource}/${record.id}`} /> : null;
}

function Open({ item: { kind }, path }: { item: AuditItem; path: string }) {
  if (!kind) return null;
  return (
    <Button component={Link} to={path}>
      {words.open(kind)}
    </Button>
  );
}
