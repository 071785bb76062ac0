import { Typography } from "@mui/material";
import { useState } from "react";
import { Confirm } from "../layout/Confirm";
import { focusMain } from "../layout/focusMain";
import { t } from "../messages/guestbook.gen";
import { Quote } from "./Quote";
import type { Decision } from "./shape";

export interface PendingDecision {
  id: number;
  message: string;
  decision: Decision;
}

interface ConfirmDecisionProps {
  /** The decision to confirm, or null if the dialog is closed. */
  pending: PendingDecision | null;
  isBusy: boolean;
  onConfirm: (pending: PendingDecision) => void;
  onClose: () => void;
}

/** Confirms a decision, and quotes the message. */
export function ConfirmDecision({ pending, isBusy, onConfirm, onClose }: ConfirmDecisionProps) {
  // The text stays while the dialog fades out.
  const [shown, setShown] = useState(pending);
  if (pending && pending !== shown) setShown(pending);
  const decision = shown?.decision ?? "approved";
  return (
    <Confirm
      isOpen={pending !== null}
      title={t(`confirm.${decision}.title`)}
      yes={t(`decide.${decision}`)}
      isDestructive={decision !== "approved"}
      isBusy={isBusy}
      onYes={() => pending && onConfirm(pending)}
      onNo={onClose}
      onExited={() => document.activeElement === document.body && focusMain()}
    >
      <Quote text={shown?.message ?? ""} />
      <Typography sx={{ mt: 1.5 }}>{t(`confirm.${decision}.text`)}</Typography>
    </Confirm>
  );
}
