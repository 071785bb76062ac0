/** The heading of the dialog with a category's form, by which the dialog is named. */
export const TITLE_ID = "category-form-title";
