import {
  Alert,
  AlertTitle,
  Button,
  DialogActions,
  DialogContent,
  DialogTitle,
  Skeleton,
} from "@mui/material";
import { visuallyHidden } from "@mui/utils";
import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { useGetOne, type RaRecord } from "react-admin";
import { Reason } from "../layout/Toasts";
import { t } from "../messages/common.gen";

interface EditInDialogProps<View extends RaRecord> {
  resource: string;
  id: View["id"];
  /** Names the dialog. */
  titleId: string;
  title: string;
  words: { loading: string; failed: string; cancel: string };
  /** The fields' heights in pixels, for what stands there while the record is on its way. */
  heights: readonly number[];
  onClose: () => void;
  /** The form, once the record is there. */
  children: (record: View) => ReactNode;
}

/** A record that is edited in a dialog: its form, and what stands there before or instead of it. */
export function EditInDialog<View extends RaRecord>({
  resource,
  id,
  titleId,
  title,
  words,
  heights,
  onClose,
  children,
}: EditInDialogProps<View>) {
  const { data, error, isFetchedAfterMount, refetch } = useGetOne<View>(resource, { id });
  // The list may have left an older copy behind; a form starts from what is stored now.
  if (data && isFetchedAfterMount && !error) return children(data);
  return (
    <>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        {error ? (
          <Alert severity="error" action={<Button onClick={() => void refetch()}>{t("tryAgain")}</Button>}>
            <AlertTitle>{words.failed}</AlertTitle>
            <Reason error={error} />
          </Alert>
        ) : (
          <>
            <span role="status" style={visuallyHidden}>
              {words.loading}
            </span>
            {heights.map((height, row) => (
              <Skeleton key={row} variant="rounded" height={height} sx={{ mb: 2 }} />
            ))}
          </>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onClose}>{words.cancel}</Button>
      </DialogActions>
    </>
  );
}

/**
 * What closes a dialog after its save: once the form has taken in what was saved, so that nothing holds it open any more
 * but what was typed since.
 */
export function useCloseAfterSave(onClose: () => void): () => void {
  const [isDone, setDone] = useState(false);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isDone) close();
  }, [isDone]);
  return () => setDone(true);
}
