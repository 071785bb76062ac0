import type { ArticleResponse } from "@karst/client";
import { DeleteRecord } from "../form/DeleteRecord";
import { useRestoring } from "../list/useRestoring";
import { wayBack } from "./wayBack";
import { words } from "./words";

interface DeleteArticleProps {
  /** The article in question; null while nothing is asked. */
  article: ArticleResponse | null;
  onClose: () => void;
}

/** Asks before an article moves to the trash, and takes it out again if that was a slip. */
export function DeleteArticle({ article, onClose }: DeleteArticleProps) {
  const { confirmDelete, done, failed, expired } = words;
  const { restore } = useRestoring(wayBack);
  return (
    <DeleteRecord
      resource="articles"
      record={article}
      words={{ ...confirmDelete, done: done.delete, failed: failed.delete, expired }}
      onUndo={(gone) => void restore(gone)}
      onClose={onClose}
    >
      {article && confirmDelete.text(article.title)}
    </DeleteRecord>
  );
}
