import { restoreArticle } from "../resources";
import { words } from "./words";

/** The way back of an article that was deleted. */
export const wayBack = {
  list: "articles",
  trash: "articles/trash",
  renews: [["articles/trash"], ["articles"]],
  restore: restoreArticle,
  words: { done: words.trash.restored, failed: words.trash.failed },
};
