import EditOutlined from "@mui/icons-material/EditOutlined";
import { Box, Button, Typography } from "@mui/material";
import type { AdminEntryResponse } from "@karst/client";
import { UndoButton } from "../guestbook/EntryCard";
import { EntryFacts } from "../guestbook/EntryFacts";
import { isUndecided, type Decision } from "../guestbook/shape";
import { bdi } from "../kit/bdi";
import { t } from "../messages/guestbook.gen";
import { SpamBadge, SpamReasons } from "../spam/SpamScore";
import { NotesField, DecisionButtons } from "./DecisionButtons";

interface EntryReviewProps {
  entry: AdminEntryResponse;
  notes: string;
  notesId: string;
  isBusy: boolean;
  onNotes: (text: string) => void;
  onDecide: (decision: Decision) => void;
  onUndo: () => void;
  onEdit: () => void;
}

/** One entry of the queue: content, spam reasons, notes and decisions. A decided entry can only be edited. */
export function EntryReview({
  entry,
  notes,
  notesId,
  isBusy,
  onNotes,
  onDecide,
  onUndo,
  onEdit,
}: EntryReviewProps) {
  const name = entry.authorName || t("anonymous");
  const canDecide = isUndecided(entry.status);
  return (
    <Box aria-busy={isBusy} sx={{ opacity: isBusy ? 0.6 : 1 }}>
      <EntryFacts entry={entry} beside={canDecide && <SpamBadge percent={entry.spamScore} />} />
      {canDecide && <SpamReasons reasons={entry.spamReasons} />}
      {entry.notes && (
        <Typography variant="body2" sx={{ mt: 1, color: "text.secondary", fontStyle: "italic" }}>
          {t.rich("notes", { notes: entry.notes, bdi })}
        </Typography>
      )}
      {canDecide && (
        <NotesField id={notesId} author={name} itemId={entry.id} value={notes} onChange={onNotes} />
      )}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1.5 }}>
        <Button
          startIcon={<EditOutlined aria-hidden />}
          aria-label={t("editFor", { author: name })}
          aria-keyshortcuts="e"
          onClick={onEdit}
          sx={{ ml: canDecide ? 0 : -1 }}
        >
          {t("edit")}
        </Button>
        {canDecide && <DecisionButtons author={name} isBusy={isBusy} onDecide={onDecide} />}
        <UndoButton entry={entry} onUndo={onUndo} />
      </Box>
    </Box>
  );
}
