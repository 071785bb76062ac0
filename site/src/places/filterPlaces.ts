import { fold, sortedByName } from "@karst/client/fold";
import type { Bounds } from "@/lib/geo";
import type { Sort } from "@/lib/paths";
import { contains } from "@/map/view";
import { isOpenAt, type LocalTime } from "@karst/client/opening/calendar";
import { isGoodIn } from "./season";
import type { PlaceSummary } from "./summary";
import type { Points } from "./usePoints";

/** What a place must be; the filters beside category and tags. */
export type StateFilter = { isOpen: boolean; isVerified: boolean; goodIn: number | null };

/** With `isOpen`, the places that are open at `now`; all of them while `now` is null. */
export function filterByState(
  places: readonly PlaceSummary[],
  { isOpen, isVerified, goodIn }: StateFilter,
  now: LocalTime | null,
): PlaceSummary[] {
  return places.filter(
    (place) =>
      (!isVerified || place.isVerified) &&
      (goodIn === null || isGoodIn(goodIn, place)) &&
      (!isOpen || now === null || (place.alert !== "closed" && isOpenAt(place.opening, now))),
  );
}

/** All places while `points` is null, which means that they have not loaded. */
export function filterByBounds(
  places: readonly PlaceSummary[],
  bounds: Bounds | null,
  points: Points | null,
): readonly PlaceSummary[] {
  if (!bounds || !points) return places;
  return places.filter(({ id }) => {
    const point = points.get(id);
    return point !== undefined && contains(bounds, point);
  });
}

/** `places` must be in the order "best". Places without a distance come last. */
export function sortPlaces(
  places: readonly PlaceSummary[],
  sort: Sort,
  distances: ReadonlyMap<number, number> | null,
): readonly PlaceSummary[] {
  if (sort === "name") return sortedByName(places, ({ name }) => name);
  if (sort === "best" || !distances) return places;
  const distanceTo = (place: PlaceSummary) => distances.get(place.id) ?? Infinity;
  return [...places].sort((a, b) => distanceTo(a) - distanceTo(b) || a.id - b.id);
}

/** The number of places in each category, by slug. */
export function countCategories(places: readonly PlaceSummary[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const slug of places.flatMap(({ categories }) => categories))
    counts.set(slug, (counts.get(slug) ?? 0) + 1);
  return counts;
}

/** Counts the places that each tag would leave, which are the ones with a tag that contains it. R52 */
export function countTags(places: readonly PlaceSummary[]): { tag: string; count: number }[] {
  const foldedTags = places.map(({ tags }) => (tags ?? []).map(fold));
  const names = new Map(places.flatMap(({ tags }) => (tags ?? []).map((tag) => [fold(tag), tag] as const)));
  const counts = [...names].map(([key, tag]) => ({
    tag,
    count: foldedTags.filter((tags) => tags.some((other) => other.includes(key))).length,
  }));
  return sortedByName(counts, ({ tag }) => tag).sort((a, b) => b.count - a.count);
}
