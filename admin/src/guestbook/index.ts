import { lazy } from "react";

/** The screen of Guestbook Management. Its forms are dialogs over the list, at addresses below it. */
export const guestbook = {
  list: lazy(() => import("./EntryList")),
};
