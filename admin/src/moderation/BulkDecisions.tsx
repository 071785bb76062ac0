import { Button } from "@mui/material";
import { VERDICTS, type Verdict } from "../guestbook/shape";
import { words as entryWords } from "../guestbook/words";
import { BulkBar } from "../list/BulkBar";
import type { Selection } from "../list/useSelection";

interface BulkVerdictsProps {
  selection: Selection;
  isBusy: boolean;
  onJudge: (verdict: Verdict) => void;
}

/** One verdict on everything that is selected. */
export function BulkVerdicts({ selection, isBusy, onJudge }: BulkVerdictsProps) {
  return (
    <BulkBar selection={selection}>
      {VERDICTS.map((verdict) => (
        <Button
          key={verdict}
          variant={verdict === "approved" ? "contained" : "outlined"}
          color={verdict === "spam" ? "error" : "primary"}
          disabled={isBusy}
          onClick={() => onJudge(verdict)}
        >
          {entryWords.do[verdict]}
        </Button>
      ))}
    </BulkBar>
  );
}
