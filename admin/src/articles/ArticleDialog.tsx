import { RecordDialog } from "../form/RecordDialog";
import { ArticleCreate } from "./ArticleCreate";
import { TITLE_ID } from "./titleId";

/** Add Article over the list. */
export function ArticleDialog() {
  return (
    <RecordDialog list="/articles" titleId={TITLE_ID} maxWidth="sm" ignoresBackdrop>
      {(_, close) => <ArticleCreate onClose={close} />}
    </RecordDialog>
  );
}
