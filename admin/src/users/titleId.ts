/** The id of the heading that names the dialog with the form of a user. */
export const TITLE_ID = "user-form-title";
