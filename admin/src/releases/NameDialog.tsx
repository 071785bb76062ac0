import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from "@mui/material";
import { useState, type FormEvent } from "react";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/releases.gen";

/** The maximum length of a name, in characters. */
const MAX_NAME = 120;

interface NameFieldProps {
  autoFocus?: boolean;
  name: string;
  isMissing: boolean;
  onName: (name: string) => void;
}

/** The field for the name of a release. */
export function NameField({ autoFocus, name, isMissing, onName }: NameFieldProps) {
  return (
    <TextField
      label={t("name")}
      required
      autoFocus={autoFocus}
      fullWidth
      autoComplete="off"
      value={name}
      onChange={({ target }) => onName(target.value)}
      error={isMissing}
      helperText={isMissing ? t("choose.missing") : undefined}
      slotProps={{
        htmlInput: { maxLength: MAX_NAME, dir: "auto" },
        formHelperText: { ...(isMissing && { role: "alert" }) },
      }}
    />
  );
}

interface NameDialogProps {
  title: string;
  yes: string;
  name?: string;
  isBusy: boolean;
  onName: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name of a release. */
export function NameDialog({ title, yes, name = "", isBusy, onName, onClose }: NameDialogProps) {
  const [text, setText] = useState(name);
  const [isMissing, setMissing] = useState(false);

  function change(typed: string) {
    setText(typed);
    setMissing(false);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(text.trim() === "");
    if (text.trim() !== "") onName(text.trim());
  }

  return (
    <Dialog open onClose={isBusy ? undefined : onClose} maxWidth="xs" fullWidth>
      <Box component="form" noValidate onSubmit={submit} aria-label={title}>
        <DialogTitle>{title}</DialogTitle>
        <DialogContent sx={{ "&&": { pt: 1 } }}>
          <NameField autoFocus name={text} isMissing={isMissing} onName={change} />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button onClick={onClose} disabled={isBusy}>
            {tCommon("cancel")}
          </Button>
          <Button type="submit" variant="contained" disabled={isBusy}>
            {yes}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
