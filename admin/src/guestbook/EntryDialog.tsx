import { RecordDialog } from "../form/RecordDialog";
import { EntryCreate } from "./EntryCreate";
import { EntryEdit } from "./EntryEdit";
import { TITLE_ID } from "./titleId";

/** The form of an entry in a dialog over the list, at `{base}/create` and `{base}/{id}`. */
export function EntryDialog({ base }: { base: "/guestbook" | "/moderation" }) {
  return (
    <RecordDialog list={base} titleId={TITLE_ID} maxWidth="sm">
      {(id, close) =>
        id === "create" ? <EntryCreate onClose={close} /> : <EntryEdit key={id} id={id} onClose={close} />
      }
    </RecordDialog>
  );
}
