import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from "@mui/material";
import { useState, type FormEvent } from "react";
import { useZone } from "../audit/useZone";
import { TimeMeaning } from "../form/TimeMeaning";
import { clockIn, momentIn } from "../kit/zone";
import { t as tCommon } from "../messages/common.gen";
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

  function submit(event: FormEvent) {
    event.preventDefault();
    const fault = !moment
      ? t("schedule.missing")
      : Date.parse(moment) <= Date.now()
        ? t("schedule.past")
        : null;
    setError(fault);
    if (!fault) onSchedule(moment);
  }

  return (
    <Dialog open onClose={isBusy ? undefined : onClose} maxWidth="xs" fullWidth>
      <Box component="form" noValidate onSubmit={submit} aria-label={title}>
        <DialogTitle>{title}</DialogTitle>
        <DialogContent sx={{ "&&": { pt: 1 } }}>
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
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button onClick={onClose} disabled={isBusy}>
            {tCommon("cancel")}
          </Button>
          <Button type="submit" variant="contained" disabled={isBusy}>
            {t("schedule.yes")}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
