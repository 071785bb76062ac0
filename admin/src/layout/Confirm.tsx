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
  /** What is confirmed cannot be taken back. */
  isDestructive?: boolean;
  isBusy?: boolean;
  onYes: () => void;
  onNo: () => void;
  /** The dialog is gone, and with it its hold on the focus. */
  onExited?: () => void;
}

/**
 * A question before something that matters. Escape and the backdrop mean no; the safe answer has the focus.
 * react-admin's `Confirm` gives it to the button that acts, with no prop to change that.
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
