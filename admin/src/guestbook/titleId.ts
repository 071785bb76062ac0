/** The id of the heading that names the dialog with the form of an entry. */
export const TITLE_ID = "entry-form-title";
