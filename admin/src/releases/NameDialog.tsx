import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from "@mui/material";
import { useState, type FormEvent } from "react";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/releases.gen";

/** The most characters of a name. */
export const MAX_NAME = 120;

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
          <TextField
            label={t("name")}
            required
            autoFocus
            fullWidth
            autoComplete="off"
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setMissing(false);
            }}
            error={isMissing}
            helperText={isMissing ? t("choose.missing") : undefined}
            slotProps={{
              htmlInput: { maxLength: MAX_NAME, dir: "auto" },
              formHelperText: { ...(isMissing && { role: "alert" }) },
            }}
          />
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
