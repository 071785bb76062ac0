import { createOpenness } from "../kit/openness";

/** The list of shortcuts. */
export const keysHelp = createOpenness();
