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
import { useAsk } from "../useAsk";
import { words as said } from "./words";

interface PasswordDialogProps {
  words: { title: string; text: string; yes: string; no: string; failed: string };
  /** Whether the account has a password to be asked for. */
  hasPassword: boolean;
  act: (form: PasswordConfirmation) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}

/** A question before something that only the owner of the account may do: answered with the password. */
export function PasswordDialog({ words, hasPassword, act, onDone, onClose }: PasswordDialogProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const ask = useAsk();
  const [isBusy, setBusy] = useState(false);
  const [password, setPassword] = useState("");
  const [error, setError] = useState<unknown>(null);
  const fault = faultOf(error);

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
    <Dialog
      open
      onClose={isBusy ? undefined : onClose}
      aria-labelledby={`${id}t`}
      aria-describedby={`${id}d`}
      maxWidth="xs"
      fullWidth
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogTitle id={`${id}t`}>{words.title}</DialogTitle>
        <DialogContent>
          <DialogContentText id={`${id}d`} sx={{ mb: 2, overflowWrap: "anywhere" }}>
            {words.text}
          </DialogContentText>
          {hasPassword && (
            <PasswordField
              label={said.askPassword}
              value={password}
              onChange={({ target }) => setPassword(target.value)}
              autoComplete="current-password"
              autoFocus
              inputRef={input}
              error={fault !== undefined}
              helperText={fault}
              slotProps={{ formHelperText: { ...(fault && { role: "alert" }) } }}
            />
          )}
          {error !== null && !fault && (
            <Alert severity="error" sx={{ mt: 2 }}>
              <AlertTitle>{words.failed}</AlertTitle>
              <Reason error={error} />
            </Alert>
          )}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5, flexWrap: "wrap", gap: 0.5 }}>
          <Button onClick={onClose} disabled={isBusy} autoFocus={!hasPassword}>
            {words.no}
          </Button>
          <Button type="submit" variant="contained" color="error" disabled={isBusy}>
            {words.yes}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The sentence that belongs under the password. */
function faultOf(error: unknown): string | undefined {
  const errors = error instanceof HttpError ? (error.body?.errors as Record<string, string>) : undefined;
  return errors?.currentPassword;
}
