import type { AdminEntryResponse, EntryChanges } from "@karst/client";
import { ConflictDialog } from "../form/ConflictDialog";
import { useCloseAfterSave } from "../form/EditRecord";
import { useEditing } from "../form/useEditing";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/guestbook.gen";
import { useRenew } from "../useRenew";
import { EntryForm } from "./EntryForm";
import { toChanges, toText, type EntryText } from "./shape";

/** Edit Entry. */
export function EntryEdit({ entry, onClose }: { entry: AdminEntryResponse; onClose: () => void }) {
  const toast = useToast();
  const renew = useRenew();
  const closeAfterSave = useCloseAfterSave(onClose);
  const { base, start, save, conflict } = useEditing<AdminEntryResponse, EntryText, EntryChanges>({
    resource: "guestbook",
    record: entry,
    toText,
    toForm: toChanges,
    failed: t("failed.update"),
    onSaved: () => {
      toast.done(t("done.update"));
      void renew(["guestbook", "getList"]);
      closeAfterSave();
    },
  });
  return (
    <>
      <EntryForm
        title={t("form.edit")}
        entry={base}
        start={start}
        form="EntryChanges"
        shape={toChanges}
        save={save}
        saveLabel={t("form.update")}
        onClose={onClose}
      />
      <ConflictDialog title={t("conflict")} conflict={conflict} labelOf={(field) => t(`fields.${field}`)} />
    </>
  );
}
