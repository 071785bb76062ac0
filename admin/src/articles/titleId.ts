/** The heading of the dialog with an article's form, by which the dialog is named. */
export const TITLE_ID = "article-form-title";
