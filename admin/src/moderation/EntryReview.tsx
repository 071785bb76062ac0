import EditOutlined from "@mui/icons-material/EditOutlined";
import { Box, Button, Typography } from "@mui/material";
import type { AdminEntryResponse } from "@karst/client";
import { UndoButton } from "../guestbook/EntryCard";
import { EntryFacts } from "../guestbook/EntryFacts";
import { isOpen, type Decision } from "../guestbook/shape";
import { words as entryWords } from "../guestbook/words";
import { SpamBadge, SpamReasons } from "../spam/SpamScore";
import { NotesField, DecisionButtons } from "./Deciding";

interface EntryReviewProps {
  entry: AdminEntryResponse;
  notes: string;
  notesId: string;
  isBusy: boolean;
  onNotes: (text: string) => void;
  onJudge: (decision: Decision) => void;
  onUndo: () => void;
  onEdit: () => void;
}

/** One entry to be decided: what it says, why it may be spam, notes, and the decisions. Settled ones are only edited. */
export function EntryReview({
  entry,
  notes,
  notesId,
  isBusy,
  onNotes,
  onJudge,
  onUndo,
  onEdit,
}: EntryReviewProps) {
  const name = entry.authorName || entryWords.anonymous;
  const canJudge = isOpen(entry.status);
  return (
    <Box aria-busy={isBusy} sx={{ opacity: isBusy ? 0.6 : 1 }}>
      <EntryFacts entry={entry} beside={canJudge && <SpamBadge percent={entry.spamScore} />} />
      {canJudge && <SpamReasons reasons={entry.spamReasons} />}
      {entry.notes && (
        <Typography variant="body2" sx={{ mt: 1, color: "text.secondary", fontStyle: "italic" }}>
          {entryWords.notes}: {entry.notes}
        </Typography>
      )}
      {canJudge && (
        <NotesField id={notesId} author={name} itemId={entry.id} value={notes} onChange={onNotes} />
      )}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1.5 }}>
        <Button
          startIcon={<EditOutlined aria-hidden />}
          aria-label={entryWords.of(entryWords.edit, name)}
          aria-keyshortcuts="e"
          onClick={onEdit}
          sx={{ ml: canJudge ? 0 : -1 }}
        >
          {entryWords.edit}
        </Button>
        {canJudge && <DecisionButtons author={name} isBusy={isBusy} onJudge={onJudge} />}
        <UndoButton entry={entry} onUndo={onUndo} />
      </Box>
    </Box>
  );
}
