import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from "@mui/material";
import type { FormEvent, ReactNode } from "react";
import { t } from "../messages/common.gen";
import { isOwnSubmit } from "./isOwnSubmit";

interface AskDialogProps {
  title: string;
  /** The accessible name of the form. Default: none. */
  formName?: string;
  yes: string;
  /** More buttons. */
  more?: ReactNode;
  isOpen?: boolean;
  isBusy?: boolean;
  onYes: () => void;
  onClose: () => void;
  /** Called when the dialog has closed. It then does not return the focus: the caller moves it. */
  onExited?: () => void;
  children: ReactNode;
}

/** A dialog with a few fields, for example of a link. */
export function AskDialog({
  title,
  formName,
  yes,
  more,
  isOpen = true,
  isBusy = false,
  onYes,
  onClose,
  onExited,
  children,
}: AskDialogProps) {
  function submit(event: FormEvent) {
    if (!isOwnSubmit(event)) return;
    event.preventDefault();
    // The form of a record may be around this one.
    event.stopPropagation();
    onYes();
  }

  return (
    <Dialog
      open={isOpen}
      onClose={isBusy ? undefined : onClose}
      maxWidth="xs"
      fullWidth
      disableRestoreFocus={onExited !== undefined}
      slotProps={{ transition: { onExited } }}
    >
      <Box component="form" noValidate onSubmit={submit} aria-label={formName}>
        <DialogTitle>{title}</DialogTitle>
        <DialogContent sx={{ display: "grid", gap: 2, "&&": { pt: 1 } }}>{children}</DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5, flexWrap: "wrap" }}>
          {more}
          <Button onClick={onClose} disabled={isBusy} sx={{ ml: "auto" }}>
            {t("cancel")}
          </Button>
          <Button type="submit" variant="contained" disabled={isBusy}>
            {yes}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
