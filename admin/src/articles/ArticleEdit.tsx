import type { ArticleRequest as Form, ArticleResponse } from "@karst/client";
import { ConflictDialog } from "../form/ConflictDialog";
import { EditInDialog, useCloseAfterSave } from "../form/EditInDialog";
import { useEditing } from "../form/useEditing";
import { useToast } from "../layout/Toasts";
import { ArticleForm } from "./ArticleForm";
import { PublicMark } from "./PublicMark";
import { toForm, toText, type ArticleText } from "./shape";
import { TITLE_ID } from "./titleId";
import { words } from "./words";

interface ArticleEditProps {
  id: string;
  onClose: () => void;
}

/** Edit Article. */
export function ArticleEdit({ id, onClose }: ArticleEditProps) {
  return (
    <EditInDialog<ArticleResponse>
      resource="articles"
      id={Number(id)}
      titleId={TITLE_ID}
      title={words.form.edit}
      words={{ loading: words.loadingOne, failed: words.failed.fetch, cancel: words.form.cancel }}
      heights={[44, 44, 96, 320]}
      onClose={onClose}
    >
      {(article) => <Editor article={article} onClose={onClose} />}
    </EditInDialog>
  );
}

function Editor({ article, onClose }: { article: ArticleResponse; onClose: () => void }) {
  const toast = useToast();
  const closeAfterSave = useCloseAfterSave(onClose);
  const { base, start, save, conflict, settle } = useEditing<ArticleResponse, ArticleText, Form>({
    resource: "articles",
    record: article,
    toText,
    toForm,
    failed: words.failed.update,
    expired: words.expired,
    onSaved: (saved) => {
      toast.done(words.done.update, <PublicMark article={saved} />, saved.warnings);
      closeAfterSave();
    },
  });
  return (
    <>
      <ArticleForm
        title={words.form.edit}
        article={base}
        start={start}
        form="ArticleChanges"
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
