import { RecordDialog } from "../form/RecordDialog";
import { EntryCreate } from "./EntryCreate";
import { EntryEdit } from "./EntryEdit";

/** The form of an entry in a dialog over the list, at `{base}/create` and `{base}/{id}`. */
export function EntryDialog({ base }: { base: "/guestbook" | "/moderation" }) {
  return (
    <RecordDialog list={base} maxWidth="sm">
      {(id, close) =>
        id === "create" ? <EntryCreate onClose={close} /> : <EntryEdit key={id} id={id} onClose={close} />
      }
    </RecordDialog>
  );
}
