import { Box, Button, Card } from "@mui/material";
import type { AuditItem } from "@karst/client";
import { useListContext } from "react-admin";
import { Page } from "../layout/Page";
import { Empty, ListFailed, RowsSkeleton } from "../list/ListStates";
import { Pager } from "../list/Pager";
import { RecordList } from "../list/RecordList";
import { AuditFilterBar } from "./AuditFilterBar";
import { AuditRow } from "./AuditRow";
import { words } from "./words";

/** The audit log, for admins: who did what; filters and page in the address. */
export default function AuditList() {
  return (
    <RecordList<AuditItem>
      resource="audit"
      // What a link asks for, and nothing that was looked at before.
      storeKey={false}
    >
      <Page title={words.title} lead={words.lead}>
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
  if (isPending) return <RowsSkeleton label={words.loading} />;
  if (error) return <ListFailed title={words.failed} error={error} />;
  if (!data?.length && Object.keys(filterValues).length > 0) {
    return (
      <Empty title={words.noneFound.title} text={words.noneFound.text}>
        <Button onClick={() => setFilters({}, {}, false)}>{words.noneFound.clear}</Button>
      </Empty>
    );
  }
  if (!data?.length) return <Empty {...words.none} />;
  return (
    <>
      <Box component="ul" aria-label={words.list} sx={{ listStyle: "none", m: 0, p: 0 }}>
        {data.map((item) => (
          <AuditRow key={item.id} item={item} />
        ))}
      </Box>
      <Pager label={words.list} />
    </>
  );
}
