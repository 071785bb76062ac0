import { Button, TextField } from "@mui/material";
import { DECISIONS, type Decision } from "../guestbook/shape";
import { t as tGuestbook } from "../messages/guestbook.gen";
import { t } from "../messages/moderation.gen";
import { focusItem } from "./useQueue";

const KEYS: Record<Decision, string> = { approved: "a", rejected: "r", spam: "s" };

interface DecisionButtonsProps {
  author: string;
  isBusy: boolean;
  onDecide: (decision: Decision) => void;
}

/** Approve, Reject, Mark as Spam. */
export function DecisionButtons({ author, isBusy, onDecide }: DecisionButtonsProps) {
  return DECISIONS.map((decision) => (
    <Button
      key={decision}
      variant={decision === "approved" ? "contained" : "outlined"}
      color={decision === "spam" ? "error" : "primary"}
      disabled={isBusy}
      aria-label={tGuestbook("decideFor", { decision, author })}
      aria-keyshortcuts={KEYS[decision]}
      onClick={() => onDecide(decision)}
    >
      {tGuestbook(`decide.${decision}`)}
    </Button>
  ));
}

interface NotesFieldProps {
  id: string;
  author: string;
  itemId: number;
  value: string;
  onChange: (text: string) => void;
}

/** Notes for other moderators. Escape moves the focus back to the queue and its shortcuts. */
export function NotesField({ id, author, itemId, value, onChange }: NotesFieldProps) {
  return (
    <TextField
      id={id}
      multiline
      label={t("notes")}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") focusItem(itemId);
      }}
      sx={{ mt: 1.5, maxWidth: 640 }}
      slotProps={{ htmlInput: { "aria-label": t("notesFor", { author }), maxLength: 2000 } }}
    />
  );
}
