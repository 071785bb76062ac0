import { guarded } from "../layout/guarded";

/** The screen of Guestbook Management. Its forms are dialogs over the list, at addresses below it. */
export const guestbook = {
  list: guarded("moderate", () => import("./EntryList")),
};
