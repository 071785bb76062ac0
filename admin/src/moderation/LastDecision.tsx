import UndoOutlined from "@mui/icons-material/UndoOutlined";
import { Box, Button } from "@mui/material";
import type { AdminEntryResponse } from "@karst/client";
import { useNow } from "../kit/useNow";
import { words as entryWords } from "../guestbook/words";
import { words } from "./words";

interface LastDecisionProps {
  /** What was decided last; null when nothing was. */
  entry: AdminEntryResponse | null;
  isBusy: boolean;
  onUndo: () => void;
}

/** What was decided last and the way back, as long as there is one. */
export function LastDecision({ entry, isBusy, onUndo }: LastDecisionProps) {
  const now = useNow(5000);
  const isShown = entry?.canUndoUntil && Date.parse(entry.canUndoUntil) > now && entry.status !== "pending";
  return (
    <Box role="status">
      {isShown && entry.status !== "pending" && (
        <Box
          sx={{
            display: "flex",
            flexWrap: "wrap",
            alignItems: "center",
            gap: 1,
            px: 2,
            py: 0.5,
            bgcolor: "primary.subtle",
            borderBottom: 1,
            borderColor: "divider",
          }}
        >
          <span>{words.last[entry.status](entry.authorName || entryWords.anonymous)}</span>
          <Button
            startIcon={<UndoOutlined aria-hidden />}
            aria-keyshortcuts="u"
            disabled={isBusy}
            onClick={onUndo}
          >
            {words.last.undo}
          </Button>
        </Box>
      )}
    </Box>
  );
}
