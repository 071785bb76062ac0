import Add from "@mui/icons-material/Add";
import FactCheckOutlined from "@mui/icons-material/FactCheckOutlined";
import { Box, Button, Card } from "@mui/material";
import type { AdminEntryResponse } from "@karst/client";
import { useState } from "react";
import { useListContext } from "react-admin";
import { Link, useLocation } from "react-router-dom";
import { Page } from "../layout/Page";
import { CountTabs } from "../list/CountTabs";
import { Empty, ListFailed, RowsSkeleton } from "../list/ListStates";
import { Pager } from "../list/Pager";
import { narrowing, SearchBox } from "../list/SearchBox";
import { RecordList } from "../list/RecordList";
import { useNewKey } from "../list/useNewKey";
import { ConfirmDecision, type Question } from "./ConfirmDecision";
import { DeleteEntry } from "./DeleteEntry";
import { EntryCard } from "./EntryCard";
import { EntryDialog } from "./EntryDialog";
import { isOpen, type EntryStatus } from "./shape";
import { useCounts } from "./useCounts";
import { useDecision } from "./useDecision";
import { words } from "./words";

const PANEL = "entries";

/** Guestbook Management, for admins: entries by status; tab, search and page in the address. */
export default function EntryList() {
  return (
    <RecordList<AdminEntryResponse> resource="guestbook" filterDefaultValues={{ status: "pending" }}>
      <Manage />
    </RecordList>
  );
}

function Manage() {
  const { search } = useLocation();
  const { filterValues, setFilters } = useListContext();
  const filters = filterValues as { status?: EntryStatus; q?: string };
  const status = filters.status ?? "pending";
  const set = (change: typeof filters) => setFilters(narrowing({ status, ...filters, ...change }), {}, false);
  const adding = { pathname: "/guestbook/create", search };
  useNewKey(words.add, adding);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          <Button component={Link} to="/moderation" startIcon={<FactCheckOutlined aria-hidden />}>
            {words.queue}
          </Button>
          <Button component={Link} to={adding} variant="contained" startIcon={<Add aria-hidden />}>
            {words.add}
          </Button>
        </>
      }
    >
      <Card sx={{ overflow: "clip" }}>
        <CountTabs
          label={words.title}
          tabs={words.tabs}
          counts={useCounts().data}
          value={status}
          onChange={(chosen) => set({ status: chosen })}
          panel={PANEL}
        />
        <Box role="search" sx={{ p: 2, borderBottom: 1, borderColor: "divider" }}>
          <SearchBox label={words.search} value={filters.q ?? ""} onChange={(q) => set({ q })} />
        </Box>
        <Box role="tabpanel" id={PANEL} aria-labelledby={`${PANEL}-${status}`}>
          <Rows hasSearch={!!filters.q} onClear={() => set({ q: undefined })} />
        </Box>
      </Card>
      <EntryDialog base="/guestbook" />
    </Page>
  );
}

function Rows({ hasSearch, onClear }: { hasSearch: boolean; onClear: () => void }) {
  const { data, isPending, error } = useListContext<AdminEntryResponse>();
  const [question, setQuestion] = useState<Question | null>(null);
  const [doomed, setDoomed] = useState<AdminEntryResponse | null>(null);
  const { judge, undo, busy } = useDecision();
  if (isPending) return <RowsSkeleton label={words.loading} />;
  if (error) return <ListFailed title={words.failed.fetch} error={error} />;

  async function decide({ id, decision }: Question) {
    await judge(id, decision);
    setQuestion(null);
  }

  return (
    <>
      {data?.length ? (
        <>
          <Box component="ul" aria-label={words.list} sx={{ listStyle: "none", m: 0, p: 0 }}>
            {data.map((entry) => (
              <EntryCard
                key={entry.id}
                entry={entry}
                isModerated={isOpen(entry.status)}
                onJudge={(decision) => setQuestion({ id: entry.id, message: entry.message, decision })}
                onUndo={() => void undo(entry.id)}
                onDelete={() => setDoomed(entry)}
              />
            ))}
          </Box>
          <Pager label={words.list} />
        </>
      ) : (
        <Empty title={words.none.title} text={hasSearch ? words.noneFor : words.none.text}>
          {hasSearch && <Button onClick={onClear}>{words.none.clear}</Button>}
        </Empty>
      )}
      <ConfirmDecision
        question={question}
        isBusy={busy !== null}
        onYes={(asked) => void decide(asked)}
        onClose={() => setQuestion(null)}
      />
      <DeleteEntry entry={doomed} onClose={() => setDoomed(null)} />
    </>
  );
}
