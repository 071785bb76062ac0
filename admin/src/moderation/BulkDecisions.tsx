import { Button } from "@mui/material";
import { DECISIONS, type Decision } from "../guestbook/shape";
import { BulkBar } from "../list/BulkBar";
import { t } from "../messages/guestbook.gen";

interface BulkDecisionsProps {
  isBusy: boolean;
  onDecide: (decision: Decision) => void;
}

/** The bar with decisions on all selected items. */
export function BulkDecisions({ isBusy, onDecide }: BulkDecisionsProps) {
  return (
    <BulkBar>
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
