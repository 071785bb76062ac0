import { restoreComment, restoreEntry } from "../resources";
import { words } from "./words";

/** What shows entries and comments, or counts them. */
const renews = [["guestbook"], ["comments"], ["stats"]];

/** The ways back of what was deleted: for ten minutes. */
export const wayBack = {
  entry: {
    restore: restoreEntry,
    renews,
    words: { done: words.done.restore, failed: words.failed.restore },
  },
  comment: {
    restore: restoreComment,
    renews,
    words: { done: words.done.restoreComment, failed: words.failed.restoreComment },
  },
};
