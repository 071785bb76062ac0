import type { AdminEntryResponse } from "@karst/client";
import { useState } from "react";
import { useListContext } from "react-admin";
import { useLocation, useNavigate } from "react-router-dom";
import { isUndecided, type EntryStatus, type Decision } from "../guestbook/shape";
import { useDecision } from "../guestbook/useDecision";
import { formatList } from "../kit/format";
import { Records } from "../list/Records";
import { useSelection } from "../list/useSelection";
import { useToast } from "../layout/Toasts";
import { t as tGuestbook } from "../messages/guestbook.gen";
import { t } from "../messages/moderation.gen";
import { EntryReview } from "./EntryReview";
import { LastDecision } from "./LastDecision";
import { QueueList } from "./QueueList";
import { useQueue, type Command } from "./useQueue";
import { BulkDecisions } from "./BulkDecisions";
import { useBulkDecision } from "./useBulkDecision";

const DECISION: Partial<Record<Command, Decision>> = {
  approve: "approved",
  reject: "rejected",
  spam: "spam",
};
const NO_ENTRIES: AdminEntryResponse[] = [];

interface EntryQueueProps {
  tab: EntryStatus;
  /** The entry that was decided last on any tab. */
  lastDecided: AdminEntryResponse | null;
  onDecided: (entry: AdminEntryResponse | null) => void;
}

/** The entries of one status, to be decided one after the other. */
export function EntryQueue({ tab, lastDecided, onDecided }: EntryQueueProps) {
  const { data = NO_ENTRIES } = useListContext<AdminEntryResponse>();
  const { decide, undo, busyId } = useDecision();
  const [notes, setNotes] = useState<Record<number, string>>({});
  const edit = useOpenForm();
  const ids = data.map(({ id }) => id);
  const queue = useQueue({ ids, onCommand: command });
  const selection = useSelection();
  // A bulk decision has its own Undo in the toast.
  const bulk = useBulkDecision("guestbook", () => onDecided(null));
  const toast = useToast();

  function decideSelected(decision: Decision) {
    const withNotes = data.filter(({ id }) => selection.has(id) && notes[id]?.trim());
    if (withNotes.length === 0) return void bulk.decide(decision);
    // A bulk decision takes no notes, so they would be lost.
    const authors = withNotes.map(({ authorName }) => authorName || tGuestbook("anonymous"));
    toast.note(t("notesInBulk", { authors: formatList(authors) }));
  }

  async function decideOne(id: number, decision: Decision) {
    const entry = await decide(id, decision, notes[id]?.trim() || undefined);
    if (!entry) return;
    onDecided(entry);
    setNotes(({ [id]: _saved, ...others }) => others);
  }

  async function undoOne(id: number) {
    if ((await undo(id)) && lastDecided?.id === id) onDecided(null);
  }

  function command(key: Command, id: number | null) {
    if (key === "undo") return lastDecided ? void undoOne(lastDecided.id) : undefined;
    const decision = DECISION[key];
    if (decision && selection.ids.length > 0) return decideSelected(decision);
    const entry = data.find((item) => item.id === id);
    if (!entry) return;
    if (key === "edit") edit(entry.id);
    else if (!isUndecided(entry.status)) return;
    else if (key === "select") selection.toggle(entry.id, false);
    else if (decision) void decideOne(entry.id, decision);
    else document.getElementById(notesId(entry.id))?.focus();
  }

  return (
    <>
      <LastDecision
        text={
          lastDecided &&
          t("lastDecision", {
            decision: lastDecided.status,
            author: lastDecided.authorName || tGuestbook("anonymous"),
          })
        }
        until={(lastDecided?.status !== "pending" && lastDecided?.canUndoUntil) || null}
        isBusy={busyId !== null}
        onUndo={() => lastDecided && void undoOne(lastDecided.id)}
      />
      <Records<AdminEntryResponse>
        label={t("queue")}
        texts={{
          loading: tGuestbook("loading"),
          failed: tGuestbook("failed.fetch"),
          none: { title: t(`none.${tab}.title`), text: t(`none.${tab}.text`) },
        }}
      >
        {(entries) => (
          <>
            <QueueList
              items={entries}
              label={t("queue")}
              nameOf={({ authorName }) => authorName || tGuestbook("anonymous")}
              current={queue.current}
              onFocusItem={queue.select}
              isSelectable={isUndecided(tab)}
            >
              {(entry) => (
                <EntryReview
                  entry={entry}
                  notes={notes[entry.id] ?? ""}
                  notesId={notesId(entry.id)}
                  isBusy={busyId === entry.id}
                  onNotes={(text) => setNotes((all) => ({ ...all, [entry.id]: text }))}
                  onDecide={(decision) => void decideOne(entry.id, decision)}
                  onUndo={() => void undoOne(entry.id)}
                  onEdit={() => edit(entry.id)}
                />
              )}
            </QueueList>
            <BulkDecisions isBusy={bulk.isBusy} onDecide={decideSelected} />
          </>
        )}
      </Records>
    </>
  );
}

const notesId = (id: number): string => `notes-${id}`;

/** Returns a function that opens the form of an entry over the queue. */
function useOpenForm() {
  const navigate = useNavigate();
  const { search } = useLocation();
  return (id: number) => void navigate({ pathname: `/moderation/${id}`, search });
}
