import { t } from "../messages/articles.gen";
import { restoreArticle } from "../resources";

/** The trash of articles, and how they are restored. */
export const articleTrash = () => ({
  list: "articles",
  trash: "articles/trash",
  renews: [["articles/trash"], ["articles"]],
  restore: restoreArticle,
  words: { done: t("done.restore"), failed: t("failed.restore") },
});
