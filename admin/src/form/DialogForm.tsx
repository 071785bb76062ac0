import { Alert, Box, Button, DialogActions, DialogContent, DialogTitle } from "@mui/material";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { FormProvider, type FieldValues, type Path } from "react-hook-form";
import { FormButtons } from "../drafts/DraftActions";
import { DraftBanner } from "../drafts/DraftBanner";
import { UnsavedGuard } from "../layout/UnsavedGuard";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/form.gen";
import type { RecordForm } from "./useRecordForm";
import { useSaveKey } from "./useSaveKey";

interface DialogFormProps<Values extends FieldValues> {
  title: string;
  state: RecordForm<Values>;
  /** The field that is focused after Reset. Without it there is no Reset. */
  firstField?: Path<Values>;
  /** More buttons. */
  actions?: ReactNode;
  saveLabel: string;
  /** Whether the form shows a stored record. Without changes, it can then only be closed. */
  isRecord?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog with its buttons. */
export function DialogForm<Values extends FieldValues>({
  title,
  state,
  firstField,
  actions,
  saveLabel,
  isRecord = false,
  onClose,
  children,
}: DialogFormProps<Values>) {
  const { form, submit, isDirty, isUnreached, isUnsaved } = state;
  const formRef = useSaveKey(submit);

  function reset(focused: Path<Values>) {
    // Rendered first: an input can only be focused after the form has registered it again.
    flushSync(() => form.reset());
    form.setFocus(focused);
  }

  return (
    <FormProvider {...form}>
      <Box
        component="form"
        ref={formRef}
        noValidate
        onSubmit={submit}
        aria-label={title}
        sx={{ display: "flex", flexDirection: "column", minHeight: 0, flexGrow: 1 }}
      >
        <DialogTitle sx={{ overflowWrap: "anywhere" }}>
          <bdi>{title}</bdi>
        </DialogTitle>
        {/* The label of the first field is above its box. */}
        <DialogContent sx={{ flexGrow: 1, "&&": { pt: 1 } }}>
          <DraftBanner state={state} />
          {children}
          {isUnreached && (
            <Alert severity="error" role="status" sx={{ mt: 2 }}>
              {t("save.offline")}
            </Alert>
          )}
        </DialogContent>
        <DialogActions disableSpacing sx={{ px: 3, pb: 2.5, flexWrap: "wrap", gap: 0.5 }}>
          {firstField && <Button onClick={() => reset(firstField)}>{t("save.reset")}</Button>}
          {actions}
          <Button onClick={onClose} sx={{ ml: "auto" }}>
            {tCommon(isRecord ? "close" : "cancel")}
          </Button>
          <FormButtons state={state} saveLabel={saveLabel} isOff={isRecord && !isDirty} />
        </DialogActions>
      </Box>
      <UnsavedGuard isUnsaved={isUnsaved} />
    </FormProvider>
  );
}
