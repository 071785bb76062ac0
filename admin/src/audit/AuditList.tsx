import { Box, Button, Card } from "@mui/material";
import type { AuditItem } from "@karst/client";
import { useListContext } from "react-admin";
import { RecordList } from "../list/RecordList";
import { Page } from "../layout/Page";
import { Empty, ListFailed, RowsSkeleton } from "../list/ListStates";
import { Pager } from "../list/Pager";
import { t } from "../messages/audit.gen";
import { t as tLayout } from "../messages/layout.gen";
import { AuditFilterBar } from "./AuditFilterBar";
import { AuditRow } from "./AuditRow";

/** The audit log, for admins. The URL holds filters and page. */
export default function AuditList() {
  return (
    <RecordList<AuditItem>
      resource="audit"
      // A link shows exactly its filters, not those of an earlier visit.
      storeKey={false}
    >
      <Page title={tLayout("section.audit")} lead={t("lead")}>
        <Card sx={{ overflow: "clip" }}>
          <AuditFilterBar />
          <Rows />
        </Card>
      </Page>
    </RecordList>
  );
}

function Rows() {
  const { data, isPending, error, filterValues, setFilters } = useListContext<AuditItem>();
  if (isPending) return <RowsSkeleton label={t("loading")} />;
  if (error) return <ListFailed title={t("failed")} error={error} />;
  if (!data?.length && Object.keys(filterValues).length > 0) {
    return (
      <Empty title={t("noneFound.title")} text={t("noneFound.text")}>
        <Button onClick={() => setFilters({}, {}, false)}>{t("noneFound.clear")}</Button>
      </Empty>
    );
  }
  if (!data?.length) return <Empty title={t("none.title")} text={t("none.text")} />;
  return (
    <>
      <Box component="ul" aria-label={t("list")} sx={{ listStyle: "none", m: 0, p: 0 }}>
        {data.map((item) => (
          <AuditRow key={item.id} item={item} />
        ))}
      </Box>
      <Pager label={t("list")} />
    </>
  );
}
