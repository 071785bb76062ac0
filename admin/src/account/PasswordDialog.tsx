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
import { useId, useRef, useState, type FormEvent } from "react";
import { HttpError } from "react-admin";
import { PasswordField } from "../form/PasswordField";
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

/** Confirms an action on the own account with the password. */
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
  const input = useRef<HTMLInputElement>(null);
  const ask = useAsk();
  const [isBusy, setBusy] = useState(false);
  const [password, setPassword] = useState("");
  const [error, setError] = useState<unknown>(null);
  const passwordError = passwordErrorOf(error);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await ask(() => act(hasPassword ? { currentPassword: password } : {}));
      onDone();
    } catch (reason) {
      setError(reason);
      setBusy(false);
      input.current?.focus();
    }
  }

  return (
    <Dialog open onClose={isBusy ? undefined : onClose} aria-describedby={id} maxWidth="xs" fullWidth>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogTitle>{title}</DialogTitle>
        <DialogContent>
          <DialogContentText id={id} sx={{ mb: 2, overflowWrap: "anywhere" }}>
            {text}
          </DialogContentText>
          {hasPassword && (
            <PasswordField
              label={t("password")}
              value={password}
              onChange={({ target }) => setPassword(target.value)}
              autoComplete="current-password"
              autoFocus
              inputRef={input}
              error={passwordError !== undefined}
              helperText={passwordError}
              slotProps={{ formHelperText: { ...(passwordError && { role: "alert" }) } }}
            />
          )}
          {error !== null && !passwordError && (
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
