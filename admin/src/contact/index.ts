import { guarded } from "../layout/guarded";

/** The screen of the contact inbox. A message is a dialog over the list, at an address below it. */
export const contact = {
  list: guarded("answerMessages", () => import("./Inbox")),
};
