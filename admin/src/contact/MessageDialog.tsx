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
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/contact.gen";
import { Message } from "./Message";
import { TITLE_ID } from "./titleId";

/** A message in a dialog over the list, at `/contact/{id}`. */
export function MessageDialog() {
  const { "*": id = "" } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"));
  if (!id) return null;
  const close = () => void navigate({ pathname: "/contact", search });
  return (
    <Dialog open onClose={close} maxWidth="md" fullWidth fullScreen={isSmall} aria-labelledby={TITLE_ID}>
      <MessageById key={id} id={Number(id)} onClose={close} />
    </Dialog>
  );
}

function MessageById({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, isFetchedAfterMount, refetch } = useGetOne<MessageResponse>("contact", { id });
  // The cache may hold an older version from the list: the form waits for the current one.
  if (data && isFetchedAfterMount) return <Message message={data} onClose={onClose} />;
  return (
    <>
      <DialogTitle id={TITLE_ID}>{t("message")}</DialogTitle>
      <DialogContent>
        {error ? (
          <Alert
            severity="error"
            action={<Button onClick={() => void refetch()}>{tCommon("tryAgain")}</Button>}
          >
            <AlertTitle>{t("failed.fetch")}</AlertTitle>
            <Reason error={error} />
          </Alert>
        ) : (
          <>
            <span role="status" style={visuallyHidden}>
              {t("loadingOne")}
            </span>
            <Skeleton variant="rounded" height={240} />
          </>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onClose}>{tCommon("close")}</Button>
      </DialogActions>
    </>
  );
}
