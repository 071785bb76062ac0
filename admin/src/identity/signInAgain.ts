import { createOpenness } from "../kit/openness";

/** The question who one is, over a form that has outlived its session. */
export const signInAgain = createOpenness();
