import { Alert, Box, Button, DialogActions, DialogContent, DialogTitle } from "@mui/material";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { FormProvider, type FieldValues, type Path } from "react-hook-form";
import { UnsavedGuard } from "../layout/UnsavedGuard";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/form.gen";
import type { useRecordForm } from "./useRecordForm";
import { useSaveKey } from "./useSaveKey";

interface DialogFormProps<Values extends FieldValues> {
  /** Names the dialog. */
  titleId: string;
  title: string;
  state: ReturnType<typeof useRecordForm<Values, unknown>>;
  /** The field that is focused after Reset. Without it there is no Reset. */
  firstField?: Path<Values>;
  saveLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog with Cancel and Save. */
export function DialogForm<Values extends FieldValues>({
  titleId,
  title,
  state: { form, submit, isSubmitting, isUnreached, isUnsaved },
  firstField,
  saveLabel,
  onClose,
  children,
}: DialogFormProps<Values>) {
  const formRef = useSaveKey(submit);

  function reset(focused: Path<Values>) {
    // Rendered first: an input can only be focused once the form has registered it again.
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
        aria-labelledby={titleId}
        sx={{ display: "flex", flexDirection: "column", minHeight: 0, flexGrow: 1 }}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent sx={{ flexGrow: 1 }}>
          {children}
          {isUnreached && (
            <Alert severity="error" role="status" sx={{ mt: 2 }}>
              {t("save.offline")}
            </Alert>
          )}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5, flexWrap: "wrap", gap: 0.5 }}>
          {firstField && (
            <Button onClick={() => reset(firstField)} sx={{ mr: "auto" }}>
              {t("save.reset")}
            </Button>
          )}
          <Button onClick={onClose}>{tCommon("cancel")}</Button>
          <Button
            type="submit"
            variant="contained"
            disabled={isSubmitting}
            aria-keyshortcuts="Control+S"
            sx={{ flexShrink: 0 }}
          >
            {isSubmitting ? t("save.saving") : isUnreached ? tCommon("tryAgain") : saveLabel}
          </Button>
        </DialogActions>
      </Box>
      <UnsavedGuard isUnsaved={isUnsaved} />
    </FormProvider>
  );
}
