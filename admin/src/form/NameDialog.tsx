import { TextField } from "@mui/material";
import { useState } from "react";
import { AskDialog } from "./AskDialog";

/** The texts and the limit of a name. */
interface NameTexts {
  label: string;
  /** The error of a blank name. */
  missing: string;
  maxLength: number;
}

interface NameFieldProps extends NameTexts {
  autoFocus?: boolean;
  name: string;
  isMissing: boolean;
  hint?: string;
  onName: (name: string) => void;
}

/** The field for a name. */
export function NameField({
  label,
  missing,
  maxLength,
  autoFocus,
  name,
  isMissing,
  hint,
  onName,
}: NameFieldProps) {
  return (
    <TextField
      label={label}
      required
      autoFocus={autoFocus}
      autoComplete="off"
      value={name}
      onChange={({ target }) => onName(target.value)}
      error={isMissing}
      helperText={isMissing ? missing : hint}
      slotProps={{
        htmlInput: { maxLength, dir: "auto" },
        formHelperText: { ...(isMissing && { role: "alert" }) },
      }}
    />
  );
}

interface NameDialogProps extends NameTexts {
  title: string;
  formName?: string;
  yes: string;
  /** The current name. */
  name?: string;
  /** The hint for a typed name. */
  hintOf?: (name: string) => string | undefined;
  isBusy?: boolean;
  onName: (name: string) => void;
  onClose: () => void;
}

/** A dialog with one field: the name of what is added or saved, which may not be blank. */
export function NameDialog({
  label,
  missing,
  maxLength,
  name = "",
  hintOf,
  onName,
  ...dialog
}: NameDialogProps) {
  const [typed, setTyped] = useState(name);
  const [isRefused, setRefused] = useState(false);
  const trimmed = typed.trim();

  function changeName(changed: string) {
    setTyped(changed);
    setRefused(false);
  }

  return (
    <AskDialog {...dialog} onYes={() => (trimmed ? onName(trimmed) : setRefused(true))}>
      <NameField
        {...{ label, missing, maxLength }}
        autoFocus
        name={typed}
        isMissing={isRefused}
        hint={hintOf?.(trimmed)}
        onName={changeName}
      />
    </AskDialog>
  );
}
