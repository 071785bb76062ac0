import type { AdminEntryResponse, EntryChanges } from "@karst/client";
import { ConflictDialog } from "../form/ConflictDialog";
import { EditInDialog, useCloseAfterSave } from "../form/EditInDialog";
import { useEditing } from "../form/useEditing";
import { useToast } from "../layout/Toasts";
import { useRenew } from "../useRenew";
import { EntryForm } from "./EntryForm";
import { toChanges, toText, type EntryText } from "./shape";
import { TITLE_ID } from "./titleId";
import { words } from "./words";

interface EntryEditProps {
  id: string;
  onClose: () => void;
}

/** Edit Entry. */
export function EntryEdit({ id, onClose }: EntryEditProps) {
  return (
    <EditInDialog<AdminEntryResponse>
      resource="guestbook"
      id={Number(id)}
      titleId={TITLE_ID}
      title={words.form.edit}
      words={{ loading: words.loadingOne, failed: words.failed.fetch, cancel: words.form.cancel }}
      heights={[120, 44, 44, 44]}
      onClose={onClose}
    >
      {(entry) => <Editor entry={entry} onClose={onClose} />}
    </EditInDialog>
  );
}

function Editor({ entry, onClose }: { entry: AdminEntryResponse; onClose: () => void }) {
  const toast = useToast();
  const renew = useRenew();
  const closeAfterSave = useCloseAfterSave(onClose);
  const { base, start, save, conflict, settle } = useEditing<AdminEntryResponse, EntryText, EntryChanges>({
    resource: "guestbook",
    record: entry,
    toText,
    toForm: toChanges,
    failed: words.failed.update,
    onSaved: () => {
      toast.done(words.done.update);
      void renew(["guestbook", "getList"]);
      closeAfterSave();
    },
  });
  return (
    <>
      <EntryForm
        title={words.form.edit}
        entry={base}
        start={start}
        form="EntryChanges"
        shape={toChanges}
        save={save}
        saveLabel={words.form.update}
        onClose={onClose}
      />
      {conflict && (
        <ConflictDialog
          title={words.conflict}
          conflict={conflict}
          labelOf={(field) => words.fields[field].label}
          {...settle}
        />
      )}
    </>
  );
}
