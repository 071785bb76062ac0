import { TextField } from "@mui/material";
import { useState } from "react";
import { useZone } from "../audit/useZone";
import { AskDialog } from "../form/AskDialog";
import { TimeMeaning } from "../form/TimeMeaning";
import { clockIn, momentIn } from "../kit/zone";
import { t } from "../messages/drafts.gen";

interface ScheduleDialogProps {
  title?: string;
  /** The current time of the schedule. */
  time: string | null;
  isBusy: boolean;
  onSchedule: (time: string) => void;
  onClose: () => void;
}

/** Asks for a time in the time zone of the region. */
export function ScheduleDialog({
  title = t("schedule.title"),
  time,
  isBusy,
  onSchedule,
  onClose,
}: ScheduleDialogProps) {
  const zone = useZone();
  const former = time ? clockIn(zone, time) : "";
  const [text, setText] = useState(former);
  const [error, setError] = useState<string | null>(null);
  // The clock may show a time twice, so the current time is kept until the text changes.
  const moment = time && text === former ? time : momentIn(zone, text);

  function submit() {
    const fault = !moment
      ? t("schedule.missing")
      : Date.parse(moment) <= Date.now()
        ? t("schedule.past")
        : null;
    setError(fault);
    if (!fault) onSchedule(moment);
  }

  return (
    <AskDialog
      title={title}
      formName={title}
      yes={t("schedule.yes")}
      isBusy={isBusy}
      onYes={submit}
      onClose={onClose}
    >
      <TextField
        type="datetime-local"
        label={t("schedule.time")}
        required
        autoFocus
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setError(null);
        }}
        error={error !== null}
        helperText={error ?? <TimeMeaning time={moment} zone={zone} text={text} />}
        slotProps={{ inputLabel: { shrink: true }, formHelperText: { ...(error && { role: "alert" }) } }}
      />
    </AskDialog>
  );
}
