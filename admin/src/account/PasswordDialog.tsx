import {
  Alert,
  AlertTitle,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from "@mui/material";
import type { PasswordConfirmation } from "@karst/client";
import { useId, useState } from "react";
import { HttpError, PasswordInput } from "react-admin";
import { FormProvider, useForm } from "react-hook-form";
import { Reason } from "../layout/Toasts";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/account.gen";
import { useAsk } from "../useAsk";

interface PasswordDialogProps {
  title: string;
  text: string;
  /** The label of the button that confirms. */
  yes: string;
  failed: string;
  /** Whether the account has a password, which is then required. */
  hasPassword: boolean;
  act: (form: PasswordConfirmation) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}

/** Confirms an action on the signed-in account with the password. */
export function PasswordDialog({
  title,
  text,
  yes,
  failed,
  hasPassword,
  act,
  onDone,
  onClose,
}: PasswordDialogProps) {
  const id = useId();
  const ask = useAsk();
  const [error, setError] = useState<unknown>(null);
  const form = useForm({ defaultValues: { currentPassword: "" } });
  const isBusy = form.formState.isSubmitting;

  async function send(password: PasswordConfirmation) {
    setError(null);
    try {
      await ask(() => act(hasPassword ? password : {}));
      onDone();
    } catch (reason) {
      const message = passwordErrorOf(reason);
      if (message) form.setError("currentPassword", { message });
      else setError(reason);
      form.setFocus("currentPassword");
    }
  }

  return (
    <Dialog open onClose={isBusy ? undefined : onClose} aria-describedby={id} maxWidth="xs" fullWidth>
      <form onSubmit={(event) => void form.handleSubmit(send)(event)} noValidate>
        <DialogTitle>{title}</DialogTitle>
        <DialogContent>
          <DialogContentText id={id} sx={{ mb: 2, overflowWrap: "anywhere" }}>
            {text}
          </DialogContentText>
          {hasPassword && (
            <FormProvider {...form}>
              <PasswordInput
                source="currentPassword"
                label={t("password")}
                autoComplete="current-password"
                autoFocus
              />
            </FormProvider>
          )}
          {error !== null && (
            <Alert severity="error" sx={{ mt: 2 }}>
              <AlertTitle>{failed}</AlertTitle>
              <Reason error={error} />
            </Alert>
          )}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5, flexWrap: "wrap", gap: 0.5 }}>
          <Button onClick={onClose} disabled={isBusy} autoFocus={!hasPassword}>
            {tCommon("cancel")}
          </Button>
          <Button type="submit" variant="contained" color="error" disabled={isBusy}>
            {yes}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The error message of the password. */
function passwordErrorOf(error: unknown): string | undefined {
  const errors = error instanceof HttpError ? (error.body?.errors as Record<string, string>) : undefined;
  return errors?.currentPassword;
}
