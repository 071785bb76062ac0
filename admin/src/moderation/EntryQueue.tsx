import type { AdminEntryResponse } from "@karst/client";
import { useState } from "react";
import { useListContext } from "react-admin";
import { useLocation, useNavigate } from "react-router-dom";
import { isOpen, type EntryStatus, type Decision } from "../guestbook/shape";
import { useDecision } from "../guestbook/useDecision";
import { words as entryWords } from "../guestbook/words";
import { Empty, ListFailed, RowsSkeleton } from "../list/ListStates";
import { Pager } from "../list/Pager";
import { useSelection } from "../list/useSelection";
import { useToast } from "../layout/Toasts";
import { EntryReview } from "./EntryReview";
import { LastDecision } from "./LastDecision";
import { QueueList } from "./QueueList";
import { useQueue, type Command } from "./useQueue";
import { BulkDecisions } from "./BulkDecisions";
import { useBulkDecision } from "./useBulkDecision";
import { words } from "./words";

const DECISION: Partial<Record<Command, Decision>> = {
  approve: "approved",
  reject: "rejected",
  spam: "spam",
};
const NOBODY: AdminEntryResponse[] = [];

interface EntryQueueProps {
  tab: EntryStatus;
  /** What was decided last, on whichever tab; null when nothing was. */
  last: AdminEntryResponse | null;
  onDecided: (entry: AdminEntryResponse | null) => void;
}

/** Entries of one status, to be decided one after the other. */
export function EntryQueue({ tab, last, onDecided }: EntryQueueProps) {
  const { data = NOBODY, isPending, error } = useListContext<AdminEntryResponse>();
  const { judge, undo, busy } = useDecision();
  const [notes, setNotes] = useState<Record<number, string>>({});
  const edit = useEditing();
  const ids = data.map(({ id }) => id);
  const queue = useQueue({ ids, onCommand: command });
  const selection = useSelection(ids);
  // The last thing that was done is now this, with an undo of its own.
  const many = useBulkDecision("guestbook", selection, () => onDecided(null));
  const toast = useToast();

  function judgeSelected(decision: Decision) {
    const noted = data.filter(({ id }) => selection.has(id) && notes[id]?.trim());
    if (noted.length === 0) return void many.judge(decision);
    // It would be lost: a decision on several takes no notes.
    toast.note(words.many.noted(noted.map(({ authorName }) => authorName || entryWords.anonymous)));
  }

  async function decide(id: number, decision: Decision) {
    const settled = await judge(id, decision, notes[id]?.trim() || undefined);
    if (!settled) return;
    onDecided(settled);
    setNotes(({ [id]: _gone, ...others }) => others);
  }

  async function takeBack(id: number) {
    if ((await undo(id)) && last?.id === id) onDecided(null);
  }

  function command(key: Command, id: number | null) {
    if (key === "undo") return last ? void takeBack(last.id) : undefined;
    const decision = DECISION[key];
    if (decision && selection.ids.length > 0) return judgeSelected(decision);
    const entry = data.find((one) => one.id === id);
    if (!entry) return;
    if (key === "edit") edit(entry.id);
    else if (!isOpen(entry.status)) return;
    else if (key === "select") selection.toggle(entry.id, false);
    else if (decision) void decide(entry.id, decision);
    else document.getElementById(notesId(entry.id))?.focus();
  }

  return (
    <>
      <LastDecision entry={last} isBusy={busy !== null} onUndo={() => last && void takeBack(last.id)} />
      {isPending ? (
        <RowsSkeleton label={entryWords.loading} />
      ) : error ? (
        <ListFailed title={entryWords.failed.fetch} error={error} />
      ) : data.length === 0 ? (
        <Empty title={words.none[tab]} text={words.noneText[tab]} />
      ) : (
        <>
          <QueueList
            items={data}
            current={queue.current}
            onTakeUp={queue.takeUp}
            selection={isOpen(tab) ? selection : null}
          >
            {(entry) => (
              <EntryReview
                entry={entry}
                notes={notes[entry.id] ?? ""}
                notesId={notesId(entry.id)}
                isBusy={busy === entry.id}
                onNotes={(text) => setNotes((all) => ({ ...all, [entry.id]: text }))}
                onJudge={(decision) => void decide(entry.id, decision)}
                onUndo={() => void takeBack(entry.id)}
                onEdit={() => edit(entry.id)}
              />
            )}
          </QueueList>
          <Pager label={words.queue} />
          <BulkDecisions selection={selection} isBusy={many.isBusy} onJudge={judgeSelected} />
        </>
      )}
    </>
  );
}

const notesId = (id: number): string => `notes-${id}`;

/** Opens the form of an entry over the queue. */
function useEditing() {
  const navigate = useNavigate();
  const { search } = useLocation();
  return (id: number) => void navigate({ pathname: `/moderation/${id}`, search });
}
