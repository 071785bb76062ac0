import type { ArticleTrashItem } from "@karst/client";
import { trashTexts } from "../kit/texts";
import { useNow } from "../kit/useNow";
import { Trash as TrashList } from "../list/Trash";
import { t } from "../messages/articles.gen";
import { articleTrash } from "./articleTrash";
import { statusOf } from "./shape";

/** The deleted articles. */
export default function Trash() {
  const now = useNow(30_000);
  return (
    <TrashList<ArticleTrashItem>
      wayBack={articleTrash()}
      title={t("title")}
      words={trashTexts(t)}
      name={({ title }) => title}
      details={(article) => (
        <>
          <span>{t("byline", { author: article.author })}</span>
          <span>{t(`trash.afterRestore.${statusOf(article, now)}`)}</span>
        </>
      )}
    />
  );
}
