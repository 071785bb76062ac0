import { Button } from "@mui/material";
import { DECISIONS, type Decision } from "../guestbook/shape";
import { words as entryWords } from "../guestbook/words";
import { BulkBar } from "../list/BulkBar";
import type { Selection } from "../list/useSelection";

interface BulkDecisionsProps {
  selection: Selection;
  isBusy: boolean;
  onJudge: (decision: Decision) => void;
}

/** One decision on everything that is selected. */
export function BulkDecisions({ selection, isBusy, onJudge }: BulkDecisionsProps) {
  return (
    <BulkBar selection={selection}>
      {DECISIONS.map((decision) => (
        <Button
          key={decision}
          variant={decision === "approved" ? "contained" : "outlined"}
          color={decision === "spam" ? "error" : "primary"}
          disabled={isBusy}
          onClick={() => onJudge(decision)}
        >
          {entryWords.do[decision]}
        </Button>
      ))}
    </BulkBar>
  );
}
