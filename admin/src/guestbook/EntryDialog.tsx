import type { AdminEntryResponse } from "@karst/client";
import { EditInDialog } from "../form/EditRecord";
import { RecordDialog } from "../form/RecordDialog";
import { t } from "../messages/guestbook.gen";
import { EntryCreate } from "./EntryCreate";
import { EntryEdit } from "./EntryEdit";

/** The form of an entry in a dialog over the list, at `{base}/create` and `{base}/{id}`. */
export function EntryDialog({ base }: { base: "/guestbook" | "/moderation" }) {
  return (
    <RecordDialog list={base} maxWidth="sm">
      {(id, close) =>
        id === "create" ? (
          <EntryCreate onClose={close} />
        ) : (
          <EditInDialog<AdminEntryResponse>
            key={id}
            resource="guestbook"
            id={Number(id)}
            title={t("form.edit")}
            words={{ loading: t("loadingOne"), failed: t("failed.fetch") }}
            heights={[120, 44, 44, 44]}
            onClose={close}
          >
            {(entry) => <EntryEdit entry={entry} onClose={close} />}
          </EditInDialog>
        )
      }
    </RecordDialog>
  );
}
