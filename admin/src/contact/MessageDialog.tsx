import {
  Alert,
  AlertTitle,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Skeleton,
  useMediaQuery,
  type Theme,
} from "@mui/material";
import { visuallyHidden } from "@mui/utils";
import type { MessageResponse } from "@karst/client";
import { useGetOne } from "react-admin";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import { Reason } from "../layout/Toasts";
import { texts } from "../texts";
import { Message } from "./Message";
import { TITLE_ID } from "./titleId";
import { words } from "./words";

/** A message over the list, while the address names one: `/contact/{id}`. */
export function MessageDialog() {
  const { "*": id = "" } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"));
  if (!id) return null;
  const close = () => void navigate({ pathname: "/contact", search });
  return (
    <Dialog open onClose={close} maxWidth="md" fullWidth fullScreen={isSmall} aria-labelledby={TITLE_ID}>
      <Opened key={id} id={Number(id)} onClose={close} />
    </Dialog>
  );
}

function Opened({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, isFetchedAfterMount, refetch } = useGetOne<MessageResponse>("contact", { id });
  // The list may have left an older copy behind; a form starts from what is stored now.
  if (data && isFetchedAfterMount) return <Message message={data} onClose={onClose} />;
  return (
    <>
      <DialogTitle id={TITLE_ID}>{words.dialog.title}</DialogTitle>
      <DialogContent>
        {error ? (
          <Alert
            severity="error"
            action={<Button onClick={() => void refetch()}>{texts.portal.tryAgain}</Button>}
          >
            <AlertTitle>{words.failed.fetch}</AlertTitle>
            <Reason error={error} />
          </Alert>
        ) : (
          <>
            <span role="status" style={visuallyHidden}>
              {words.loadingOne}
            </span>
            <Skeleton variant="rounded" height={240} />
          </>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onClose}>{words.dialog.close}</Button>
      </DialogActions>
    </>
  );
}
