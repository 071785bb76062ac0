import type { AdminEntryResponse } from "@karst/client";
import { useState } from "react";
import { useListContext } from "react-admin";
import { useLocation, useNavigate } from "react-router-dom";
import { isOpen, type EntryStatus, type Verdict } from "../guestbook/shape";
import { useVerdict } from "../guestbook/useVerdict";
import { words as entryWords } from "../guestbook/words";
import { Empty, ListFailed, RowsSkeleton } from "../list/ListStates";
import { Pager } from "../list/Pager";
import { useSelection } from "../list/useSelection";
import { useToast } from "../layout/Toasts";
import { EntryReview } from "./EntryReview";
import { LastVerdict } from "./LastVerdict";
import { QueueList } from "./QueueList";
import { useQueue, type Command } from "./useQueue";
import { BulkVerdicts } from "./BulkVerdicts";
import { useBulkVerdict } from "./useBulkVerdict";
import { words } from "./words";

const VERDICT: Partial<Record<Command, Verdict>> = { approve: "approved", reject: "rejected", spam: "spam" };
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
  const { judge, undo, busy } = useVerdict();
  const [notes, setNotes] = useState<Record<number, string>>({});
  const edit = useEditing();
  const ids = data.map(({ id }) => id);
  const queue = useQueue({ ids, onCommand: command });
  const selection = useSelection(ids);
  // The last thing that was done is now this, with an undo of its own.
  const many = useBulkVerdict("guestbook", selection, () => onDecided(null));
  const toast = useToast();

  function judgeSelected(verdict: Verdict) {
    const noted = data.filter(({ id }) => selection.has(id) && notes[id]?.trim());
    if (noted.length === 0) return void many.judge(verdict);
    // It would be lost: a verdict on several takes no notes.
    toast.note(words.many.noted(noted.map(({ authorName }) => authorName || entryWords.anonymous)));
  }

  async function decide(id: number, verdict: Verdict) {
    const settled = await judge(id, verdict, notes[id]?.trim() || undefined);
    if (!settled) return;
    onDecided(settled);
    setNotes(({ [id]: _gone, ...others }) => others);
  }

  async function takeBack(id: number) {
    if ((await undo(id)) && last?.id === id) onDecided(null);
  }

  function command(key: Command, id: number | null) {
    if (key === "undo") return last ? void takeBack(last.id) : undefined;
    const verdict = VERDICT[key];
    if (verdict && selection.ids.length > 0) return judgeSelected(verdict);
    const entry = data.find((one) => one.id === id);
    if (!entry) return;
    if (key === "edit") edit(entry.id);
    else if (!isOpen(entry.status)) return;
    else if (key === "select") selection.toggle(entry.id, false);
    else if (verdict) void decide(entry.id, verdict);
    else document.getElementById(notesId(entry.id))?.focus();
  }

  return (
    <>
      <LastVerdict entry={last} isBusy={busy !== null} onUndo={() => last && void takeBack(last.id)} />
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
                onJudge={(verdict) => void decide(entry.id, verdict)}
                onUndo={() => void takeBack(entry.id)}
                onEdit={() => edit(entry.id)}
              />
            )}
          </QueueList>
          <Pager label={words.queue} />
          <BulkVerdicts selection={selection} isBusy={many.isBusy} onJudge={judgeSelected} />
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
