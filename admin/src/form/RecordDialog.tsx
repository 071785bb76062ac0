import { Dialog, useMediaQuery, type Theme } from "@mui/material";
import type { ReactNode } from "react";
import { useLocation, useNavigate, useParams } from "react-router-dom";

interface RecordDialogProps {
  /** The path of the list, like `/articles`. */
  list: string;
  maxWidth: "sm" | "md";
  /** Whether a click beside the dialog leaves it open. */
  ignoresBackdrop?: boolean;
  /** `id` is what follows the list in the URL: the id of a record, or `create`. */
  children: (id: string, close: () => void) => ReactNode;
}

/**
 * A dialog over a list, while the URL names a record: `{list}/{id}` or `{list}/create`. It fills the screen of phones.
 */
export function RecordDialog({ list, maxWidth, ignoresBackdrop = false, children }: RecordDialogProps) {
  const { "*": id = "" } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"));
  if (!id) return null;
  const close = () => void navigate({ pathname: list, search });
  return (
    <Dialog
      open
      onClose={(_, reason) => (reason === "backdropClick" && ignoresBackdrop) || close()}
      maxWidth={maxWidth}
      fullWidth
      fullScreen={isSmall}
    >
      {children(id, close)}
    </Dialog>
  );
}
