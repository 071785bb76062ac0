import { Button } from "@mui/material";
import { TextArea } from "../form/TextArea";
import { VERDICTS, type Verdict } from "../guestbook/shape";
import { words as entryWords } from "../guestbook/words";
import { focusItem } from "./useQueue";
import { words } from "./words";

const KEYS: Record<Verdict, string> = { approved: "a", rejected: "r", spam: "s" };

interface VerdictButtonsProps {
  author: string;
  isBusy: boolean;
  onJudge: (verdict: Verdict) => void;
}

/** Approve, Reject, Mark as Spam. */
export function VerdictButtons({ author, isBusy, onJudge }: VerdictButtonsProps) {
  return VERDICTS.map((verdict) => (
    <Button
      key={verdict}
      variant={verdict === "approved" ? "contained" : "outlined"}
      color={verdict === "spam" ? "error" : "primary"}
      disabled={isBusy}
      aria-label={entryWords.of(entryWords.do[verdict], author)}
      aria-keyshortcuts={KEYS[verdict]}
      onClick={() => onJudge(verdict)}
    >
      {entryWords.do[verdict]}
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
