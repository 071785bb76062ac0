/** The kinds of refusal that lead on to a step of their own, as the API names them. */

/** The password was right; a code is asked for, or was not. */
export const SECOND_FACTOR_REQUIRED = "/problems/second-factor-required";
/** This guide asks its staff for a second factor, and there is none. */
export const SECOND_FACTOR_MISSING = "/problems/second-factor-missing";
