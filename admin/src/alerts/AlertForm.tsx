import type { AlertRequest } from "@karst/client";
import type { FormName } from "@karst/client/check";
import { TextInput } from "react-admin";
import { DialogForm } from "../form/DialogForm";
import { Columns, Wide } from "../form/Group";
import { TimeInput } from "../form/TimeInput";
import { useRecordForm, type Outcome } from "../form/useRecordForm";
import { t } from "../messages/alerts.gen";
import { t as tForm } from "../messages/form.gen";
import { LevelInput } from "./LevelInput";
import { toRequest, type AlertText } from "./shape";
import { TargetInput, type NamedPlace } from "./TargetInput";

/** The fields in the order of the screen. */
const ORDER: readonly (keyof AlertText)[] = [
  "level",
  "text",
  "scope",
  "categoryId",
  "placeIds",
  "startsAt",
  "endsAt",
  "source",
  "sourceUrl",
];

interface AlertFormProps {
  title: string;
  saveLabel: string;
  start: AlertText;
  form: FormName;
  /** The places whose names are already loaded. */
  known: readonly NamedPlace[];
  save: (body: AlertRequest) => Promise<Outcome>;
  onClose: () => void;
}

/** An alert in a dialog. */
export function AlertForm({ title, saveLabel, known, onClose, ...options }: AlertFormProps) {
  const state = useRecordForm<AlertText, AlertRequest>({ ...options, shape: toRequest, order: ORDER });
  const clear = { label: tForm("time.clear"), value: () => "" };
  return (
    <DialogForm title={title} state={state} saveLabel={saveLabel} onClose={onClose}>
      <Columns>
        <Wide>
          <LevelInput />
        </Wide>
        <Wide>
          <TextInput
            source="text"
            label={t("fields.text")}
            helperText={t("hints.text")}
            required
            multiline
            minRows={2}
          />
        </Wide>
        <TargetInput known={known} />
        <Wide>
          <TimeInput source="endsAt" label={t("fields.endsAt")} hint={t("hints.endsAt")} action={clear} />
        </Wide>
        <Wide>
          <TimeInput
            source="startsAt"
            label={t("fields.startsAt")}
            hint={t("hints.startsAt")}
            action={clear}
          />
        </Wide>
        <TextInput source="source" label={t("fields.source")} helperText={t("hints.source")} />
        <TextInput source="sourceUrl" label={t("fields.sourceUrl")} helperText={t("hints.sourceUrl")} />
      </Columns>
    </DialogForm>
  );
}
