import { t } from "../messages/categories.gen";
import { restoreCategory } from "../resources";

/** How a deleted category is restored, within ten minutes. */
export const categoryRestore = () => ({
  restore: restoreCategory,
  renews: [["categories"], ["stats"]],
  words: { done: t("done.restore"), failed: t("failed.restore") },
});
