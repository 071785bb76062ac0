/** The filter of places that wait for approval: inactive ones of owners. */
export const WAITING = { active: false, ownerId: "any" };
