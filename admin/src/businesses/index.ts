import { lazy } from "react";
import { guarded } from "../layout/guarded";

/** The screens of Manage Businesses, each fetched when it is first opened. */
export const businesses = {
  list: lazy(() => import("./BusinessList")),
  create: guarded("createPlace", () => import("./BusinessCreate")),
  edit: lazy(() => import("./BusinessEdit")),
};
