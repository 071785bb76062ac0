import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from "@mui/material";
import type { FormEvent, ReactNode } from "react";
import { isOwnSubmit } from "../form/isOwnSubmit";
import { t } from "../messages/common.gen";

interface AskDialogProps {
  title: string;
  yes: string;
  /** More buttons. */
  more?: ReactNode;
  onYes: () => void;
  onClose: () => void;
  /** The dialog has closed and released the focus. */
  onExited: () => void;
  isOpen: boolean;
  children: ReactNode;
}

/** A dialog with a few fields, for example of a link. */
export function AskDialog({ title, yes, more, onYes, onClose, onExited, isOpen, children }: AskDialogProps) {
  function submit(event: FormEvent) {
    if (!isOwnSubmit(event)) return;
    event.preventDefault();
    onYes();
  }

  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      maxWidth="xs"
      fullWidth
      disableRestoreFocus
      slotProps={{ transition: { onExited } }}
    >
      <Box component="form" noValidate onSubmit={submit}>
        <DialogTitle>{title}</DialogTitle>
        <DialogContent sx={{ display: "grid", gap: 2, "&&": { pt: 1 } }}>{children}</DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5, flexWrap: "wrap" }}>
          {more}
          <Button onClick={onClose} sx={{ ml: "auto" }}>
            {t("cancel")}
          </Button>
          <Button type="submit" variant="contained">
            {yes}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
