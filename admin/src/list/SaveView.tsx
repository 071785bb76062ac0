import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from "@mui/material";
import { useId, useState, type FormEvent } from "react";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/list.gen";

interface SaveViewProps {
  /** The names of the saved views. */
  names: readonly string[];
  onSave: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name of a view. react-admin's AddSavedQueryDialog closes on a blank name as if it were saved. */
export function SaveView({ names, onSave, onClose }: SaveViewProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [isRefused, setRefused] = useState(false);
  const name = typed.trim();
  const isBlank = isRefused && !name;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!name) return setRefused(true);
    onSave(name);
    onClose();
  }

  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <Box component="form" noValidate onSubmit={submit}>
        <DialogTitle id={id}>{t("views.save")}</DialogTitle>
        <DialogContent sx={{ "&&": { pt: 1 } }}>
          <TextField
            autoFocus
            required
            label={t("views.name")}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            error={isBlank}
            helperText={isBlank ? t("views.blank") : names.includes(name) ? t("views.replaces") : undefined}
            slotProps={{
              htmlInput: { maxLength: 60, dir: "auto" },
              formHelperText: { ...(isBlank && { role: "alert" }) },
            }}
          />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button onClick={onClose}>{tCommon("cancel")}</Button>
          <Button type="submit" variant="contained">
            {tCommon("save")}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
