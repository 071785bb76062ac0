import { Button, type ButtonProps } from "@mui/material";
import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { RecordForm } from "../form/useRecordForm";
import { focusMain } from "../layout/focusMain";
import { t } from "../messages/drafts.gen";
import { futureTime } from "./draft";
import { ScheduleDialog } from "./ScheduleDialog";
import type { Drafting } from "./drafting";
import { useListedDraft } from "./useDrafts";

interface ScheduleButtonProps<Values extends FieldValues> extends Pick<ButtonProps, "color"> {
  state: RecordForm<Values>;
  drafting: Drafting;
}

/** Schedules the values of a form as its draft, once they are valid. */
export function ScheduleButton<Values extends FieldValues>({
  state,
  drafting,
  color,
}: ScheduleButtonProps<Values>) {
  const [isOpen, setOpen] = useState(false);
  const isInRelease = (useListedDraft(drafting)?.releaseId ?? null) !== null;
  const time = futureTime(drafting.draft);

  function open() {
    // A draft of an older version would not be published at its time.
    if (drafting.isOutdated) void state.send((body) => drafting.merge(body), false);
    else state.check(() => setOpen(true));
  }

  async function schedule(at: string) {
    const outcome = await state.send((body) => drafting.save(body, at), true);
    // Without a connection, the dialog stays open with the time.
    if (!outcome || outcome.isSaved || !outcome.isUnreached) setOpen(false);
    // The banner has the button now.
    if (outcome?.isSaved && !time) focusMain();
  }

  // The release sets the time.
  if (isInRelease) return null;
  return (
    <>
      <Button color={color} disabled={state.isSubmitting && !isOpen} onClick={open}>
        {t(time ? "changeTime" : "publishAt")}
      </Button>
      {isOpen && (
        <ScheduleDialog
          time={time}
          isBusy={state.isSubmitting}
          onSchedule={(at) => void schedule(at)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
