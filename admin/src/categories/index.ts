import { lazy } from "react";

/** The screen of categories. Their form is a dialog over it, at addresses below. */
export const categories = {
  list: lazy(() => import("./CategoryList")),
};
