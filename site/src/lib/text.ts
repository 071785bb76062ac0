/**
 * Rounds a count down for a claim such as "100+ places": to a hundred, or to ten below a hundred. Null below ten: such a
 * claim is left out.
 */
export function claimable(count: number): number | null {
  if (count >= 100) return Math.floor(count / 100) * 100;
  if (count >= 10) return Math.floor(count / 10) * 10;
  return null;
}
