import { createOpenness } from "../kit/openness";

/** The command palette: search over records, sections and actions. */
export const palette = createOpenness();
