import { createOpenness } from "../kit/openness";

/** The command palette: search over records, sections and actions. */
export const palette = createOpenness();

/** The most characters of a search. */
export const MAX_LENGTH = 100;
