import { Button } from "@mui/material";
import { TextArea } from "../form/TextArea";
import { DECISIONS, type Decision } from "../guestbook/shape";
import { words as entryWords } from "../guestbook/words";
import { focusItem } from "./useQueue";
import { words } from "./words";

const KEYS: Record<Decision, string> = { approved: "a", rejected: "r", spam: "s" };

interface DecisionButtonsProps {
  author: string;
  isBusy: boolean;
  onJudge: (decision: Decision) => void;
}

/** Approve, Reject, Mark as Spam. */
export function DecisionButtons({ author, isBusy, onJudge }: DecisionButtonsProps) {
  return DECISIONS.map((decision) => (
    <Button
      key={decision}
      variant={decision === "approved" ? "contained" : "outlined"}
      color={decision === "spam" ? "error" : "primary"}
      disabled={isBusy}
      aria-label={entryWords.of(entryWords.do[decision], author)}
      aria-keyshortcuts={KEYS[decision]}
      onClick={() => onJudge(decision)}
    >
      {entryWords.do[decision]}
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

/** What other moderators should know. Escape leads back to the queue and its keys. */
export function NotesField({ id, author, itemId, value, onChange }: NotesFieldProps) {
  return (
    <TextArea
      id={id}
      label={words.notes.label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") focusItem(itemId);
      }}
      sx={{ mt: 1.5, maxWidth: 640 }}
      slotProps={{ htmlInput: { "aria-label": words.notes.of(author), maxLength: 2000 } }}
    />
  );
}
