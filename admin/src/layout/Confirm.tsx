import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from "@mui/material";
import { useId, type ReactNode } from "react";
import { IsolatedQuotes } from "../kit/IsolatedQuotes";
import { t } from "../messages/common.gen";

interface ConfirmProps {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  yes: string;
  /** Default: Cancel. */
  no?: string;
  /** Whether the action cannot be undone. */
  isDestructive?: boolean;
  isBusy?: boolean;
  onYes: () => void;
  onNo: () => void;
  /** Called when the dialog is gone and no longer holds the focus. */
  onExited?: () => void;
}

/**
 * Asks for confirmation. Escape and the backdrop cancel; the safe button has the focus. react-admin's `Confirm`
 * focuses the button that acts, and has no prop to change that.
 */
export function Confirm({
  isOpen,
  title,
  children,
  yes,
  no = t("cancel"),
  isDestructive,
  isBusy,
  onYes,
  onNo,
  onExited,
}: ConfirmProps) {
  const id = useId();
  return (
    <Dialog
      open={isOpen}
      onClose={isBusy ? undefined : onNo}
      aria-describedby={id}
      maxWidth="xs"
      fullWidth
      slotProps={{ transition: { onExited } }}
    >
      <DialogTitle>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={id} component="div">
          {typeof children === "string" ? <IsolatedQuotes sentence={children} /> : children}
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onNo} disabled={isBusy} autoFocus>
          {no}
        </Button>
        <Button
          variant="contained"
          color={isDestructive ? "error" : "primary"}
          onClick={onYes}
          disabled={isBusy}
        >
          {yes}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
