import { t } from "../messages/businesses.gen";
import { restorePlace } from "../resources";

/** The trash of places, and how they are restored. */
export const placeTrash = () => ({
  list: "businesses",
  trash: "businesses/trash",
  renews: [["businesses/trash"], ["businesses"]],
  restore: restorePlace,
  words: { done: t("done.restore"), failed: t("failed.restore") },
});
