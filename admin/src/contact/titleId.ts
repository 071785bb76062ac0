/** The heading of the dialog with a message, by which the dialog is named. */
export const TITLE_ID = "message-title";
