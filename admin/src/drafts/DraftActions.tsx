import { Button } from "@mui/material";
import { useWatch, type FieldValues, type Path } from "react-hook-form";
import type { RecordForm } from "../form/useRecordForm";
import { t } from "../messages/drafts.gen";
import { isScheduled } from "./draft";
import { ScheduleButton } from "./ScheduleButton";

/** The buttons of a form that saves or publishes a draft, beside the one that submits it. */
export function DraftActions<Values extends FieldValues>({ state }: { state: RecordForm<Values> }) {
  const { drafting, send, isDirty, isSubmitting } = state;
  if (!drafting || !(drafting.draft || drafting.isPublic)) return null;
  const { draft, save, publish } = drafting;
  return (
    <>
      {!(draft && isScheduled(draft)) && <ScheduleButton state={state} drafting={drafting} />}
      <Button
        variant="outlined"
        disabled={isSubmitting}
        onClick={() =>
          void (draft
            ? send((body) => publish(body as object, isDirty), true)
            : send((body) => save(body as object), false))
        }
      >
        {t(draft ? "publish" : "save")}
      </Button>
    </>
  );
}

/** The label of the button that submits the form: what it does to the public record. */
export function useSaveLabel<Values extends FieldValues>(
  { drafting, form }: RecordForm<Values>,
  saveLabel: string,
): string {
  const isActive: unknown = useWatch({ control: form.control, name: "isActive" as Path<Values> });
  if (drafting?.draft) return t("save");
  return drafting?.isPublic && isActive !== false ? t("publish") : saveLabel;
}
