/** A display name in two: the first word, and the rest. Source: rows 38 and 39. */
export function splitName(displayName: string): { firstName: string; lastName: string } {
  const [firstName = "", ...rest] = displayName.trim().split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
}
