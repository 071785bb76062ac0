import { Button, DialogActions, DialogContent, DialogTitle, Skeleton, Typography } from "@mui/material";
import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import type { Draft } from "@karst/client";
import { EditBase, HttpError, useEditContext, type RaRecord } from "react-admin";
import { useStoredDraft } from "../drafts/useDrafts";
import { NotFound } from "../layout/NotFound";
import { Page } from "../layout/Page";
import { LoadFailed } from "../list/ListStates";
import { t } from "../messages/common.gen";
import type { RecordKey } from "../resources/revisions";

interface EditRecordProps<View extends RaRecord> {
  resource: string;
  id: View["id"];
  title: string;
  words: { loading: string; failed: string };
  /** The record whose draft is loaded too. */
  draftOf?: RecordKey;
  /** Renders the form of the loaded record. */
  children: (record: View, draft: Draft | null) => ReactNode;
}

interface EditInDialogProps<View extends RaRecord> extends EditRecordProps<View> {
  /** The heights of the fields in pixels, for the placeholder while the record loads. */
  heights: readonly number[];
  onClose: () => void;
}

/** Edits a record in a dialog. */
export function EditInDialog<View extends RaRecord>({ heights, onClose, ...props }: EditInDialogProps<View>) {
  return (
    <EditRecord<View>
      {...props}
      heights={heights}
      frame={(content) => (
        <>
          <DialogTitle>{props.title}</DialogTitle>
          <DialogContent>{content}</DialogContent>
          <DialogActions sx={{ px: 3, pb: 2.5 }}>
            <Button onClick={onClose}>{t("close")}</Button>
          </DialogActions>
        </>
      )}
    />
  );
}

interface EditOnPageProps<View extends RaRecord> extends EditRecordProps<View> {
  lead?: string;
}

/** Edits a record on a page of its own. */
export function EditOnPage<View extends RaRecord>({ lead, ...props }: EditOnPageProps<View>) {
  return (
    <EditRecord<View>
      {...props}
      heights={[640]}
      frame={(content, error) =>
        error instanceof HttpError && error.status === 404 ? (
          <NotFound />
        ) : (
          <Page title={props.title} lead={lead}>
            {content}
          </Page>
        )
      }
    />
  );
}

interface LoadingProps<View extends RaRecord> extends Pick<
  EditRecordProps<View>,
  "words" | "draftOf" | "children"
> {
  heights: readonly number[];
  /** Wraps what is shown instead of the form: a placeholder, or the error. */
  frame: (content: ReactNode, error: unknown) => ReactNode;
}

function EditRecord<View extends RaRecord>({
  resource,
  id,
  ...props
}: EditRecordProps<View> & LoadingProps<View>) {
  return (
    <EditBase
      resource={resource}
      id={id}
      disableAuthentication
      redirectOnError={false}
      // The error is shown in the place of the form, without a toast.
      queryOptions={{ onError: () => {} }}
    >
      <Form {...props} />
    </EditBase>
  );
}

function Form<View extends RaRecord>({ words, draftOf, heights, frame, children }: LoadingProps<View>) {
  const { record, refetch, ...edit } = useEditContext<View>();
  const draft = useStoredDraft(draftOf);
  const isFetching = edit.isFetching || draft.isFetching;
  const error: unknown = edit.error ?? draft.error;
  const [isCurrent, setCurrent] = useState(false);
  // The cached record may be older, from the list. The form starts from the stored one, and then stays mounted.
  if (!isCurrent && record && !isFetching && !error) setCurrent(true);
  if (isCurrent && record) return children(record, draft.data ?? null);
  if (error) {
    const retry = () => {
      void refetch();
      if (draftOf) void draft.refetch();
    };
    return frame(<LoadFailed title={words.failed} error={error} onRetry={retry} />, error);
  }
  return frame(
    <>
      <Typography role="status" variant="body2" sx={{ color: "text.secondary", mb: 1 }}>
        {words.loading}
      </Typography>
      {heights.map((height, row) => (
        <Skeleton key={row} variant="rounded" height={height} sx={{ mb: 2 }} />
      ))}
    </>,
    null,
  );
}

/**
 * Returns a function that closes a dialog after its save. It waits until the form has the saved values, so that only
 * changes made since keep the dialog open.
 */
export function useCloseAfterSave(onClose: () => void): () => void {
  const [isDone, setDone] = useState(false);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isDone) close();
  }, [isDone]);
  return () => setDone(true);
}
