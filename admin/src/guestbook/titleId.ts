/** The heading of the dialog with an entry's form, by which the dialog is named. */
export const TITLE_ID = "entry-form-title";
