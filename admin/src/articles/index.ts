import { guarded } from "../layout/guarded";

/** The screen of Inspiration Articles. Its forms are dialogs over the list, at addresses below it. */
export const articles = {
  list: guarded("writeArticles", () => import("./ArticleList")),
};
