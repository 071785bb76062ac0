import { RecordDialog } from "../form/RecordDialog";
import { ArticleCreate } from "./ArticleCreate";

/** Add Article over the list. */
export function ArticleDialog() {
  return (
    <RecordDialog list="/articles" maxWidth="sm" ignoresBackdrop>
      {(_, close) => <ArticleCreate onClose={close} />}
    </RecordDialog>
  );
}
