/** The title of the form of an image. */
export const TITLE_ID = "picture-title";
