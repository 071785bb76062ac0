import { guarded } from "../layout/guarded";

/** The screen of User Management. Its forms are dialogs over the list, at addresses below it. */
export const users = {
  list: guarded("manageUsers", () => import("./UserList")),
};
