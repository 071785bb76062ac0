import { Box, Button, Card } from "@mui/material";
import type { AuditItem } from "@karst/client";
import { ListBase, useListContext } from "react-admin";
import { useAccount } from "../identity/useAccount";
import { AccessDeniedNotice } from "../layout/AccessDenied";
import { Page } from "../layout/Page";
import { Empty, ListFailed, RowsSkeleton } from "../list/ListStates";
import { Pager } from "../list/Pager";
import { t } from "../messages/audit.gen";
import { t as tLayout } from "../messages/layout.gen";
import { t as tLogin } from "../messages/login.gen";
import { AuditFilterBar } from "./AuditFilterBar";
import { AuditRow } from "./AuditRow";

/** The audit log, for admins. The URL holds filters and page. */
export default function AuditList() {
  const { account, may } = useAccount();
  if (!may("readAudit")) {
    return (
      <Box sx={{ p: { xs: 2, md: 4 } }}>
        <AccessDeniedNotice account={account} text={tLogin("denied.page")} />
      </Box>
    );
  }
  return (
    <ListBase<AuditItem>
      resource="audit"
      perPage={25}
      // The list shows the error and a button to retry.
      queryOptions={{ onError: () => {} }}
      exporter={false}
      // A link shows exactly its filters, not those of an earlier visit.
      storeKey={false}
    >
      <Page title={tLayout("section.audit")} lead={t("lead")}>
        <Card sx={{ overflow: "clip" }}>
          <AuditFilterBar />
          <Rows />
        </Card>
      </Page>
    </ListBase>
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
