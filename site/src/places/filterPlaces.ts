import { fold, sortedByName } from "@karst/client/fold";
import type { BBox, Sort } from "@/lib/paths";
import { contains } from "@/map/view";
import { isOpenAt, type LocalTime } from "@karst/client/opening/calendar";
import type { PlaceSummary } from "./summary";
import type { Points } from "./usePoints";

/** The places that are open and verified, as far as that is wanted. Before it is known what time it is, all count as open. */
export function narrow(
  places: readonly PlaceSummary[],
  wanted: { isOpen: boolean; isVerified: boolean },
  now: LocalTime | null,
): PlaceSummary[] {
  return places.filter(
    (place) =>
      (!wanted.isVerified || place.isVerified) &&
      (!wanted.isOpen || now === null || isOpenAt(place.opening, now)),
  );
}

/** The places whose points lie in `area`. Before their points are known, all count as inside. */
export function within(
  places: readonly PlaceSummary[],
  area: BBox | null,
  points: Points | null,
): readonly PlaceSummary[] {
  if (!area || !points) return places;
  return places.filter(({ id }) => {
    const point = points.get(id);
    return point !== undefined && contains(area, point);
  });
}

/** The places in another order than the one given, which is the best. What has no distance comes last. */
export function inOrder(
  places: readonly PlaceSummary[],
  sort: Sort,
  distances: ReadonlyMap<number, number> | null,
): readonly PlaceSummary[] {
  if (sort === "name") return sortedByName(places, ({ name }) => name);
  if (sort === "best" || !distances) return places;
  const away = (place: PlaceSummary) => distances.get(place.id) ?? Infinity;
  return [...places].sort((a, b) => away(a) - away(b) || a.id - b.id);
}

/** The number of places in each category, by slug. */
export function countCategories(places: readonly PlaceSummary[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const slug of places.flatMap(({ categories }) => categories))
    counts.set(slug, (counts.get(slug) ?? 0) + 1);
  return counts;
}

/** Each tag with the number of places that choosing it would leave (row 52: those with a tag that contains it). */
export function countTags(places: readonly PlaceSummary[]): { tag: string; count: number }[] {
  const folded = places.map(({ tags }) => (tags ?? []).map(fold));
  const names = new Map(places.flatMap(({ tags }) => (tags ?? []).map((tag) => [fold(tag), tag] as const)));
  const counted = [...names].map(([key, tag]) => ({
    tag,
    count: folded.filter((tags) => tags.some((other) => other.includes(key))).length,
  }));
  return sortedByName(counted, ({ tag }) => tag).sort((a, b) => b.count - a.count);
}
