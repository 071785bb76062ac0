import { useRef, type ReactNode } from "react";
import { useDelete, type RaRecord } from "react-admin";
import { Confirm } from "../layout/Confirm";
import { focusMain } from "../layout/focusMain";
import { useToast } from "../layout/Toasts";
import { releaseForms } from "../layout/unsaved";
import { useRestoring, type WayBack } from "../list/useRestoring";
import { t } from "../messages/common.gen";

interface DeleteRecordProps {
  resource: string;
  /** The record to delete; null while the dialog is closed. */
  record: RaRecord | null;
  words: { title: string; done: string; failed: string; expired?: string };
  /** The question, with the record's name. */
  children: ReactNode;
  onClose: () => void;
  /** Called after the deletion: leaves the form of the record, which has nothing left to save. */
  onDeleted?: () => void;
  /** How the record is restored, if that is possible: the toast then offers Undo. */
  wayBack?: WayBack;
}

/** Asks for confirmation, deletes the record and shows the result. */
export function DeleteRecord({
  resource,
  record,
  words,
  children,
  onClose,
  onDeleted,
  wayBack,
}: DeleteRecordProps) {
  const toast = useToast();
  const [remove, { isPending }] = useDelete();
  const { restore } = useRestoring(wayBack);
  const isGone = useRef(false);

  function confirmed() {
    if (!record || isPending) return;
    void remove(
      resource,
      { id: record.id, previousData: record },
      {
        mutationMode: "pessimistic",
        onSuccess: () => {
          isGone.current = true;
          if (wayBack) toast.undoable(words.done, () => void restore(record));
          else toast.done(words.done);
          onClose();
          if (!onDeleted) return;
          releaseForms();
          onDeleted();
        },
        onError: (error: unknown) => {
          toast.failed(words.failed, error, words.expired);
          onClose();
        },
      },
    );
  }

  return (
    <Confirm
      isOpen={record !== null}
      title={words.title}
      yes={t("delete")}
      isDestructive
      isBusy={isPending}
      onYes={confirmed}
      onNo={onClose}
      // The button that opened the dialog was removed with its record.
      onExited={() => isGone.current && focusMain()}
    >
      {children}
    </Confirm>
  );
}
