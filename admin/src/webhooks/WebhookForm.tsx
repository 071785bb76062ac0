import { Box, Checkbox, FormControlLabel, FormGroup, FormHelperText, FormLabel } from "@mui/material";
import type { FormName } from "@karst/client/check";
import { useId } from "react";
import { TextInput } from "react-admin";
import { useController } from "react-hook-form";
import { DialogForm } from "../form/DialogForm";
import { Columns, Wide } from "../form/Group";
import { SwitchInput } from "../form/SwitchInput";
import { useRecordForm, type Outcome } from "../form/useRecordForm";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/webhooks.gen";
import { EVENTS, type WebhookText } from "./shape";

interface WebhookFormProps<Body> {
  title: string;
  isStored?: boolean;
  start: WebhookText;
  form: FormName;
  shape: (text: WebhookText) => Body;
  save: (body: Body) => Promise<Outcome>;
  onClose: () => void;
}

/** A webhook in a dialog. */
export function WebhookForm<Body>({ title, isStored = false, onClose, ...options }: WebhookFormProps<Body>) {
  const state = useRecordForm(options);
  return (
    <DialogForm title={title} state={state} saveLabel={tCommon("save")} onClose={onClose}>
      <Columns>
        <Wide>
          <TextInput
            source="url"
            label={t("fields.url")}
            helperText={t("hints.url")}
            type="url"
            required
            autoFocus
            autoComplete="off"
          />
        </Wide>
        <Wide>
          <TextInput
            source="description"
            label={t("fields.description")}
            helperText={t("hints.description")}
            autoComplete="off"
          />
        </Wide>
        <Wide>
          <EventsInput />
        </Wide>
        {isStored && (
          <SwitchInput source="isActive" label={t("fields.isActive")} helperText={t("hints.isActive")} />
        )}
      </Columns>
    </DialogForm>
  );
}

/** The events as checkboxes. */
function EventsInput() {
  const { field, fieldState } = useController<WebhookText, "events">({ name: "events" });
  const id = useId();
  const toggle = (event: (typeof EVENTS)[number]) =>
    field.onChange(EVENTS.filter((one) => field.value.includes(one) !== (one === event)));
  return (
    <Box component="fieldset" aria-describedby={id} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <FormLabel component="legend" error={fieldState.invalid} sx={{ fontWeight: 500 }}>
        {t("fields.events")}
      </FormLabel>
      <FormGroup sx={{ display: "grid", gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" } }}>
        {EVENTS.map((event, at) => (
          <FormControlLabel
            key={event}
            label={t(`events.${event}`)}
            control={
              <Checkbox
                checked={field.value.includes(event)}
                onChange={() => toggle(event)}
                onBlur={field.onBlur}
                slotProps={{ input: at === 0 ? { ref: field.ref } : {} }}
              />
            }
          />
        ))}
      </FormGroup>
      <FormHelperText id={id} error={fieldState.invalid} sx={{ mx: 0 }}>
        {fieldState.error?.message ?? t("hints.events")}
      </FormHelperText>
    </Box>
  );
}
