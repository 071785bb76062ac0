import { Button } from "@mui/material";
import { useWatch, type FieldValues, type Path } from "react-hook-form";
import { Save } from "../form/Save";
import type { RecordForm } from "../form/useRecordForm";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/drafts.gen";
import { isScheduled } from "./draft";
import { ScheduleButton } from "./ScheduleButton";

interface FormButtonsProps<Values extends FieldValues> {
  state: RecordForm<Values>;
  /** The label of Save, unless saving makes the changes public. */
  saveLabel: string;
  isOff?: boolean;
}

/**
 * The buttons of a form. Once the record has a draft, the form submits to the draft: Enter and Ctrl+S never publish
 * it. The buttons keep their positions, so that a second press does not publish either.
 */
export function FormButtons<Values extends FieldValues>({
  state,
  saveLabel,
  isOff,
}: FormButtonsProps<Values>) {
  const { drafting, form, send, isDirty, isSubmitting, isUnreached } = state;
  const isActive: unknown = useWatch({ control: form.control, name: "isActive" as Path<Values> });
  const isPublic = drafting?.isPublic === true;
  const label = isPublic && isActive !== false ? t("publish") : saveLabel;
  // This change can be scheduled or added to a release.
  const becomesActive = drafting?.record.isActive === false && isActive === true;
  if (!drafting || !(drafting.draft || isPublic || becomesActive))
    return <Save {...{ label, isSubmitting, isUnreached, isOff }} />;
  const { draft, save, publish } = drafting;
  return (
    <>
      {!(draft && isScheduled(draft)) && <ScheduleButton state={state} drafting={drafting} />}
      <Button
        type={draft ? "submit" : "button"}
        variant="outlined"
        disabled={isSubmitting}
        aria-keyshortcuts={draft ? "Control+S" : undefined}
        onClick={draft ? undefined : () => void send((body) => save(body), false)}
      >
        {draft && isUnreached ? tCommon("tryAgain") : t("save")}
      </Button>
      {draft ? (
        <Button
          variant="contained"
          disabled={isSubmitting}
          onClick={() => void send((body) => publish(body, isDirty), true)}
        >
          {t("publish")}
        </Button>
      ) : (
        <Save {...{ label, isSubmitting, isUnreached, isOff }} />
      )}
    </>
  );
}
