/** Splits a display name into its first word and the rest (R38, R39). */
export function splitName(displayName: string): { firstName: string; lastName: string } {
  const [firstName = "", ...rest] = displayName.trim().split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
}
