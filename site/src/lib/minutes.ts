/** How much longer a way on the ground is than the crow flies. */
const DETOUR = 1.3;
/** From here on one rides. */
const WALK_KM = 2.5;
const WALK_KMH = 4.5;
const RIDE_KMH = 30;
/** Nearer than this, two points may well be one that a whole village shares. */
const SAME_KM = 0.1;

/** About how long a way takes whose length is known as the crow flies, on foot or on a motorbike; null for next door. */
export function minutesTo(km: number): { by: "walk" | "ride"; minutes: number } | null {
  if (km < SAME_KM) return null;
  const by = km <= WALK_KM ? "walk" : "ride";
  const minutes = ((km * DETOUR) / (by === "walk" ? WALK_KMH : RIDE_KMH)) * 60;
  return { by, minutes: minutes < 10 ? Math.max(1, Math.round(minutes)) : Math.round(minutes / 5) * 5 };
}
