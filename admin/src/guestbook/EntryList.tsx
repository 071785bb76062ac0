import FactCheckOutlined from "@mui/icons-material/FactCheckOutlined";
import { Box, Button, Card } from "@mui/material";
import type { AdminEntryResponse } from "@karst/client";
import { useState } from "react";
import { useListContext } from "react-admin";
import { Link } from "react-router-dom";
import { listTexts } from "../kit/texts";
import { RecordList } from "../list/RecordList";
import { Page } from "../layout/Page";
import { AddButton } from "../list/AddButton";
import { CountTabs } from "../list/CountTabs";
import { ExportList } from "../list/ExportList";
import { Records } from "../list/Records";
import { FilterBar } from "../list/FilterBar";
import { SavedViews } from "../list/SavedViews";
import { SearchBox } from "../list/SearchBox";
import { t } from "../messages/guestbook.gen";
import { t as tLayout } from "../messages/layout.gen";
import { ConfirmDecision, type PendingDecision } from "./ConfirmDecision";
import { DeleteEntry } from "./DeleteEntry";
import { EntryCard } from "./EntryCard";
import { EntryDialog } from "./EntryDialog";
import { isUndecided, type EntryStatus } from "./shape";
import { useCounts } from "./useCounts";
import { useDecision } from "./useDecision";

const PANEL = "entries";

/** Guestbook Management, for admins: entries by status. The URL holds tab, search and page. */
export default function EntryList() {
  return (
    <RecordList<AdminEntryResponse> resource="guestbook" filterDefaultValues={{ status: "pending" }}>
      <Manage />
    </RecordList>
  );
}

function Manage() {
  const { filterValues, setFilters } = useListContext();
  const { status = "pending" } = filterValues as { status?: EntryStatus };
  return (
    <Page
      title={tLayout("section.guestbook")}
      lead={t("lead")}
      actions={
        <>
          <ExportList />
          <Button component={Link} to="/moderation" startIcon={<FactCheckOutlined aria-hidden />}>
            {t("openModeration")}
          </Button>
          <AddButton label={t("add")} to="/guestbook/create" keepsSearch />
        </>
      }
    >
      <Card sx={{ overflow: "clip" }}>
        <CountTabs
          label={tLayout("section.guestbook")}
          tabs={{
            pending: t("tabs.pending"),
            approved: t("tabs.approved"),
            spam: t("tabs.spam"),
            rejected: t("tabs.rejected"),
          }}
          counts={useCounts().data}
          value={status}
          onChange={(chosen) => setFilters({ ...filterValues, status: chosen })}
          panel={PANEL}
        />
        <FilterBar actions={<SavedViews />}>
          <SearchBox label={t("search")} />
        </FilterBar>
        <Box role="tabpanel" id={PANEL} aria-labelledby={`${PANEL}-${status}`}>
          <Rows />
        </Box>
      </Card>
      <EntryDialog base="/guestbook" />
    </Page>
  );
}

function Rows() {
  const [pending, setPending] = useState<PendingDecision | null>(null);
  const [entryToDelete, setEntryToDelete] = useState<AdminEntryResponse | null>(null);
  const { decide, undo, busyId } = useDecision();

  async function confirm({ id, decision }: PendingDecision) {
    await decide(id, decision);
    setPending(null);
  }

  return (
    <>
      <Records<AdminEntryResponse> label={t("list")} texts={listTexts(t, "none")} tabFilter="status">
        {(entries) => (
          <Box component="ul" aria-label={t("list")} sx={{ listStyle: "none", m: 0, p: 0 }}>
            {entries.map((entry) => (
              <EntryCard
                key={entry.id}
                entry={entry}
                isModerated={isUndecided(entry.status)}
                onDecide={(decision) => setPending({ id: entry.id, message: entry.message, decision })}
                onUndo={() => void undo(entry.id)}
                onDelete={() => setEntryToDelete(entry)}
              />
            ))}
          </Box>
        )}
      </Records>
      <ConfirmDecision
        pending={pending}
        isBusy={busyId !== null}
        onConfirm={(decision) => void confirm(decision)}
        onClose={() => setPending(null)}
      />
      <DeleteEntry entry={entryToDelete} onClose={() => setEntryToDelete(null)} />
    </>
  );
}
