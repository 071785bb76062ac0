import type { ArticleRequest as Form, ArticleResponse } from "@karst/client";
import { ConflictDialog } from "../form/ConflictDialog";
import { EditInDialog, useCloseAfterSave } from "../form/EditInDialog";
import { useEditing } from "../form/useEditing";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/articles.gen";
import { t as tCommon } from "../messages/common.gen";
import { ArticleForm } from "./ArticleForm";
import { PublishStatus } from "./PublishStatus";
import { toForm, toText, type ArticleText } from "./shape";
import { TITLE_ID } from "./titleId";

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
      title={t("edit")}
      words={{ loading: t("loadingOne"), failed: t("failed.fetch"), cancel: tCommon("cancel") }}
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
    failed: t("failed.update"),
    expired: t("expired"),
    onSaved: (saved) => {
      toast.done(t("done.update"), <PublishStatus article={saved} />, saved.warnings);
      closeAfterSave();
    },
  });
  return (
    <>
      <ArticleForm
        title={t("edit")}
        article={base}
        start={start}
        form="ArticleChanges"
        save={save}
        onClose={onClose}
      />
      {conflict && (
        <ConflictDialog
          title={t("conflict")}
          conflict={conflict}
          labelOf={(field) => t(`fields.${field}`)}
          {...settle}
        />
      )}
    </>
  );
}
