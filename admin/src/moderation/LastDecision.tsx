import UndoOutlined from "@mui/icons-material/UndoOutlined";
import { Box, Button } from "@mui/material";
import { useNow } from "../kit/useNow";
import { t as tCommon } from "../messages/common.gen";

interface LastDecisionProps {
  /** The last decision in words; null if there is none. */
  text: string | null;
  /** The time until which it can be undone; null if it cannot. */
  until: string | null;
  isBusy: boolean;
  onUndo: () => void;
}

/** The last decision with Undo, as long as it can be undone. */
export function LastDecision({ text, until, isBusy, onUndo }: LastDecisionProps) {
  const now = useNow(5000);
  const isShown = text !== null && until !== null && Date.parse(until) > now;
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
          <span>{text}</span>
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
