import { RecordDialog } from "../form/RecordDialog";
import { ArticleCreate } from "./ArticleCreate";
import { ArticleEdit } from "./ArticleEdit";
import { TITLE_ID } from "./titleId";

/** The form of an article over the list. A click beside a long form is easily made, so it does not close it. */
export function ArticleDialog() {
  return (
    <RecordDialog list="/articles" titleId={TITLE_ID} maxWidth="md" fullScreenBelow="md" ignoresBackdrop>
      {(id, close) =>
        id === "create" ? <ArticleCreate onClose={close} /> : <ArticleEdit key={id} id={id} onClose={close} />
      }
    </RecordDialog>
  );
}
