import UndoOutlined from "@mui/icons-material/UndoOutlined";
import { Box, Button } from "@mui/material";
import type { AdminEntryResponse } from "@karst/client";
import { useNow } from "../kit/useNow";
import { t as tCommon } from "../messages/common.gen";
import { t as tGuestbook } from "../messages/guestbook.gen";
import { t } from "../messages/moderation.gen";

interface LastDecisionProps {
  /** The entry that was decided last. */
  entry: AdminEntryResponse | null;
  isBusy: boolean;
  onUndo: () => void;
}

/** The last decision with Undo, as long as it can be undone. */
export function LastDecision({ entry, isBusy, onUndo }: LastDecisionProps) {
  const now = useNow(5000);
  const isShown = entry?.canUndoUntil && Date.parse(entry.canUndoUntil) > now && entry.status !== "pending";
  return (
    <Box role="status">
      {isShown && (
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
          <span>
            {t("lastDecision", {
              decision: entry.status,
              author: entry.authorName || tGuestbook("anonymous"),
            })}
          </span>
          <Button
            startIcon={<UndoOutlined aria-hidden />}
            aria-keyshortcuts="u"
            disabled={isBusy}
            onClick={onUndo}
          >
            {tCommon("undo")}
          </Button>
        </Box>
      )}
    </Box>
  );
}
