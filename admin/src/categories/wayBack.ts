import { restoreCategory } from "../resources";
import { words } from "./words";

/** The way back of a category that was deleted: for ten minutes. */
export const wayBack = {
  restore: restoreCategory,
  renews: [["categories"], ["stats"]],
  words: { done: words.done.restore, failed: words.failed.restore },
};
