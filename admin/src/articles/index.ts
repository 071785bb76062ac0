import { lazy } from "react";

/** The screen of Inspiration Articles. Its forms are dialogs over the list, at addresses below it. */
export const articles = {
  list: lazy(() => import("./ArticleList")),
};
