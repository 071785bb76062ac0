import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import EditOutlined from "@mui/icons-material/EditOutlined";
import UndoOutlined from "@mui/icons-material/UndoOutlined";
import { Box, Button, Typography } from "@mui/material";
import type { AdminEntryResponse } from "@karst/client";
import { Link, useLocation } from "react-router-dom";
import { bdi } from "../kit/bdi";
import { useNow } from "../kit/useNow";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/guestbook.gen";
import { SpamBadge, SpamReasons } from "../spam/SpamScore";
import { Comments } from "./Comments";
import { EntryFacts } from "./EntryFacts";
import { DECISIONS, type Decision } from "./shape";

interface EntryCardProps {
  entry: AdminEntryResponse;
  /** Whether the entry is undecided and can be moderated here. */
  isModerated: boolean;
  onDecide: (decision: Decision) => void;
  onUndo: () => void;
  onDelete: () => void;
}

/** One entry with its comments and its actions. */
export function EntryCard({ entry, isModerated, onDecide, onUndo, onDelete }: EntryCardProps) {
  const { search } = useLocation();
  const name = entry.authorName || t("anonymous");
  return (
    <Box component="li" sx={{ px: 2, py: 2, borderBottom: 1, borderColor: "divider" }}>
      <EntryFacts entry={entry} beside={isModerated && <SpamBadge percent={entry.spamScore} />} />
      {isModerated && <SpamReasons reasons={entry.spamReasons} />}
      {entry.notes && (
        <Typography variant="body2" sx={{ mt: 1, color: "text.secondary", fontStyle: "italic" }}>
          {t.rich("notes", { notes: entry.notes, bdi })}
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
              aria-label={t("decideFor", { decision, author: name })}
              onClick={() => onDecide(decision)}
              sx={decision === "approved" ? { ml: 1 } : undefined}
            >
              {t(`decide.${decision}`)}
            </Button>
          ))}
        <UndoButton entry={entry} onUndo={onUndo} />
        <Button
          component={Link}
          to={{ pathname: `/guestbook/${entry.id}`, search }}
          startIcon={<EditOutlined aria-hidden />}
          aria-label={t("editFor", { author: name })}
        >
          {t("edit")}
        </Button>
        <Button
          color="error"
          startIcon={<DeleteOutlined aria-hidden />}
          aria-label={t("deleteFor", { name })}
          onClick={onDelete}
        >
          {tCommon("delete")}
        </Button>
      </Box>
    </Box>
  );
}

/** Undoes a decision, as long as the server allows it. */
export function UndoButton({ entry, onUndo }: { entry: AdminEntryResponse; onUndo: () => void }) {
  const now = useNow(10_000);
  if (!entry.canUndoUntil || Date.parse(entry.canUndoUntil) <= now) return null;
  return (
    <Button
      startIcon={<UndoOutlined aria-hidden />}
      aria-label={t("undoFor", { author: entry.authorName || t("anonymous") })}
      onClick={onUndo}
    >
      {t("undo")}
    </Button>
  );
}
