import { createOpenness } from "../kit/openness";

/** Whether the dialog that asks to sign in again is open, over a form whose session has ended. */
export const signInAgain = createOpenness();
