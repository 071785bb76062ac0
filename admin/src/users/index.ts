import { lazy } from "react";

/** The screen of User Management. Its forms are dialogs over the list, at addresses below it. */
export const users = {
  list: lazy(() => import("./UserList")),
};
