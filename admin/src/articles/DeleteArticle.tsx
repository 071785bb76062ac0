import type { ArticleView } from "@karst/client";
import { DeleteRecord } from "../form/DeleteRecord";
import { words } from "./words";

interface DeleteArticleProps {
  /** The article in question; null while nothing is asked. */
  article: ArticleView | null;
  onClose: () => void;
}

/** Asks before an article is gone. */
export function DeleteArticle({ article, onClose }: DeleteArticleProps) {
  const { confirmDelete, done, failed, expired } = words;
  return (
    <DeleteRecord
      resource="articles"
      record={article}
      words={{ ...confirmDelete, done: done.delete, failed: failed.delete, expired }}
      onClose={onClose}
    >
      {article && confirmDelete.text(article.title)}
    </DeleteRecord>
  );
}
