import { lazy } from "react";

/** The list of enquiries. One of them is a dialog over the list, at an address below it. */
export const enquiries = {
  list: lazy(() => import("./Enquiries")),
};
