import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import EditOutlined from "@mui/icons-material/EditOutlined";
import UndoOutlined from "@mui/icons-material/UndoOutlined";
import { Box, Button, Typography } from "@mui/material";
import type { AdminEntryResponse } from "@karst/client";
import { Link, useLocation } from "react-router-dom";
import { useNow } from "../kit/useNow";
import { SpamBadge, SpamReasons } from "../spam/SpamScore";
import { Comments } from "./Comments";
import { EntryFacts } from "./EntryFacts";
import { DECISIONS, type Decision } from "./shape";
import { words } from "./words";

interface EntryCardProps {
  entry: AdminEntryResponse;
  /** Whether it may be judged here: approved and rejected ones may not. */
  isModerated: boolean;
  onJudge: (decision: Decision) => void;
  onUndo: () => void;
  onDelete: () => void;
}

/** One entry with its comments, and what can be done with it. */
export function EntryCard({ entry, isModerated, onJudge, onUndo, onDelete }: EntryCardProps) {
  const { search } = useLocation();
  const name = entry.authorName || words.anonymous;
  return (
    <Box component="li" sx={{ px: 2, py: 2, borderBottom: 1, borderColor: "divider" }}>
      <EntryFacts entry={entry} beside={isModerated && <SpamBadge percent={entry.spamScore} />} />
      {isModerated && <SpamReasons reasons={entry.spamReasons} />}
      {entry.notes && (
        <Typography variant="body2" sx={{ mt: 1, color: "text.secondary", fontStyle: "italic" }}>
          {words.notes}: {entry.notes}
        </Typography>
      )}
      <Comments comments={entry.comments} total={entry.commentCount} />
      <Box
        sx={{ display: "flex", flexWrap: "wrap", gap: 0.5, mt: 1, ml: -1, "& .MuiButton-text": { px: 1.25 } }}
      >
        {isModerated &&
          DECISIONS.map((decision) => (
            <Button
              key={decision}
              variant={decision === "approved" ? "contained" : "text"}
              color={decision === "spam" ? "error" : "primary"}
              aria-label={words.of(words.do[decision], name)}
              onClick={() => onJudge(decision)}
              sx={decision === "approved" ? { ml: 1 } : undefined}
            >
              {words.do[decision]}
            </Button>
          ))}
        <UndoButton entry={entry} onUndo={onUndo} />
        <Button
          component={Link}
          to={{ pathname: `/guestbook/${entry.id}`, search }}
          startIcon={<EditOutlined aria-hidden />}
          aria-label={words.of(words.edit, name)}
        >
          {words.edit}
        </Button>
        <Button
          color="error"
          startIcon={<DeleteOutlined aria-hidden />}
          aria-label={words.of(words.delete, name)}
          onClick={onDelete}
        >
          {words.delete}
        </Button>
      </Box>
    </Box>
  );
}

/** Takes a decision back, as long as the server lets one. */
export function UndoButton({ entry, onUndo }: { entry: AdminEntryResponse; onUndo: () => void }) {
  const now = useNow(10_000);
  if (!entry.canUndoUntil || Date.parse(entry.canUndoUntil) <= now) return null;
  return (
    <Button
      startIcon={<UndoOutlined aria-hidden />}
      aria-label={words.of(words.undo, entry.authorName || words.anonymous)}
      onClick={onUndo}
    >
      {words.undo}
    </Button>
  );
}
