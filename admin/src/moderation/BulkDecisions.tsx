import { Button } from "@mui/material";
import { DECISIONS, type Decision } from "../guestbook/shape";
import { BulkBar } from "../list/BulkBar";
import type { Selection } from "../list/useSelection";
import { t } from "../messages/guestbook.gen";

interface BulkDecisionsProps {
  selection: Selection;
  isBusy: boolean;
  onDecide: (decision: Decision) => void;
}

/** The bar with decisions on all selected items. */
export function BulkDecisions({ selection, isBusy, onDecide }: BulkDecisionsProps) {
  return (
    <BulkBar selection={selection}>
      {DECISIONS.map((decision) => (
        <Button
          key={decision}
          variant={decision === "approved" ? "contained" : "outlined"}
          color={decision === "spam" ? "error" : "primary"}
          disabled={isBusy}
          onClick={() => onDecide(decision)}
        >
          {t(`decide.${decision}`)}
        </Button>
      ))}
    </BulkBar>
  );
}
