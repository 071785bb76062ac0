import { lazy } from "react";

/** The screens of Manage Businesses, each fetched when it is first opened. */
export const businesses = {
  list: lazy(() => import("./BusinessList")),
  create: lazy(() => import("./BusinessCreate")),
  edit: lazy(() => import("./BusinessEdit")),
};
