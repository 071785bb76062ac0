import type { ArticleResponse } from "@karst/client";
import { DeleteRecord } from "../form/DeleteRecord";
import { deleteTexts } from "../kit/texts";
import { t } from "../messages/articles.gen";
import { articleTrash } from "./articleTrash";

interface DeleteArticleProps {
  /** The article to delete; null while the dialog is closed. */
  article: ArticleResponse | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Confirms the deletion of an article, and offers to undo it. */
export function DeleteArticle({ article, onClose, onDeleted }: DeleteArticleProps) {
  return (
    <DeleteRecord
      resource="articles"
      record={article}
      words={{ ...deleteTexts(t), expired: t("expired") }}
      wayBack={articleTrash()}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      {article && t("confirmDelete.text", { title: article.title })}
    </DeleteRecord>
  );
}
