import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from "@mui/material";
import { useState, type FormEvent } from "react";
import { Meaning } from "../articles/PublicationInput";
import { useZone } from "../audit/useZone";
import { clockIn, momentIn } from "../kit/zone";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/drafts.gen";

interface ScheduleDialogProps {
  /** The time that the draft has now. */
  time: string | null;
  isBusy: boolean;
  onSchedule: (time: string) => void;
  onClose: () => void;
}

/** Asks when a draft goes live, on the clock of the region. */
export function ScheduleDialog({ time, isBusy, onSchedule, onClose }: ScheduleDialogProps) {
  const zone = useZone();
  const [text, setText] = useState(time ? clockIn(zone, time) : "");
  const [error, setError] = useState<string | null>(null);
  const moment = momentIn(zone, text);

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
      <Box component="form" noValidate onSubmit={submit} aria-label={t("schedule.title")}>
        <DialogTitle>{t("schedule.title")}</DialogTitle>
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
            helperText={error ?? <Meaning time={moment} zone={zone} />}
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
