/** The markup of a scene of 800 by 600: the content of `<defs>` and the drawing. */
export type Drawing = { defs: string; markup: string };
