/** The length of a route divided by the straight-line distance. */
const DETOUR_FACTOR = 1.3;
/** The longest distance that is given as a walk. */
const MAX_WALK_KM = 2.5;
const WALK_KMH = 4.5;
const RIDE_KMH = 30;
/** Points that are closer may be the shared point of a village. */
const MIN_DISTANCE_KM = 0.1;

/** The estimated travel time for a straight-line distance, on foot or by motorbike; null for very short distances. */
export function minutesTo(km: number): { by: "walk" | "ride"; minutes: number } | null {
  if (km < MIN_DISTANCE_KM) return null;
  const by = km <= MAX_WALK_KM ? "walk" : "ride";
  const minutes = ((km * DETOUR_FACTOR) / (by === "walk" ? WALK_KMH : RIDE_KMH)) * 60;
  return { by, minutes: minutes < 10 ? Math.max(1, Math.round(minutes)) : Math.round(minutes / 5) * 5 };
}
