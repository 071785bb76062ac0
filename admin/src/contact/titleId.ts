/** The id of the heading that names the dialog with a message. */
export const TITLE_ID = "message-title";
