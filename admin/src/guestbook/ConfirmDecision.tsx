import { Typography } from "@mui/material";
import { useState } from "react";
import { Confirm } from "../layout/Confirm";
import { focusMain } from "../layout/focusMain";
import { Quote } from "./Quote";
import type { Decision } from "./shape";
import { words } from "./words";

export interface Question {
  id: number;
  message: string;
  decision: Decision;
}

interface ConfirmDecisionProps {
  /** What is asked about; null while nothing is. */
  question: Question | null;
  isBusy: boolean;
  onYes: (question: Question) => void;
  onClose: () => void;
}

/** Asks before a decision, and quotes what it is about. */
export function ConfirmDecision({ question, isBusy, onYes, onClose }: ConfirmDecisionProps) {
  // The dialog fades out with its words still in it.
  const [shown, setShown] = useState(question);
  if (question && question !== shown) setShown(question);
  const decision = shown?.decision ?? "approved";
  return (
    <Confirm
      isOpen={question !== null}
      title={words.confirm[decision].title}
      yes={words.do[decision]}
      no={words.confirm.keep}
      isDestructive={decision !== "approved"}
      isBusy={isBusy}
      onYes={() => question && onYes(question)}
      onNo={onClose}
      onExited={() => document.activeElement === document.body && focusMain()}
    >
      <Quote text={shown?.message ?? ""} />
      <Typography sx={{ mt: 1.5 }}>{words.confirm[decision].text}</Typography>
    </Confirm>
  );
}
