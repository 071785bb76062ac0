/** The heading of the dialog with a user's form, by which the dialog is named. */
export const TITLE_ID = "user-form-title";
