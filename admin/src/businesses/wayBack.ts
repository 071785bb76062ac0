import { restorePlace } from "../resources";
import { texts } from "../texts";

const { done, failed } = texts.businesses;

/** The way back of a place that was deleted. */
export const wayBack = {
  list: "businesses",
  trash: "businesses/trash",
  renews: [["businesses/trash"], ["businesses"]],
  restore: restorePlace,
  words: { done: done.restore, failed: failed.restore },
};
