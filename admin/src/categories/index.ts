import { guarded } from "../layout/guarded";

/** The screen of categories. Their form is a dialog over it, at addresses below. */
export const categories = {
  list: guarded("manageCategories", () => import("./CategoryList")),
};
