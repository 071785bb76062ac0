import { createOpenness } from "../kit/openness";

/** The command palette: search over records, sections and actions. */
export const palette = createOpenness();

/** The maximum length of a search, in characters. */
export const MAX_LENGTH = 100;
