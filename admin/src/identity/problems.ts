/** The kinds of refusal that lead on to a step of their own, as the API names them. */

/** The password was right; a code is asked for, or was not. */
export const SECOND_FACTOR_REQUIRED = "/problems/second-factor-required";
/** The account has no password to be asked for, and the sign-in is not a fresh one. */
export const RECENT_SIGN_IN_REQUIRED = "/problems/recent-sign-in-required";
/** This guide asks its staff for a second factor, and there is none. */
export const SECOND_FACTOR_MISSING = "/problems/second-factor-missing";
