"use client";

import { useMemo } from "react";
import { distanceKm } from "@/lib/distance";
import type { LatLng } from "@/lib/geo";
import type { Sort } from "@/lib/paths";
import { usePoints } from "@/places/usePoints";
import { usePosition } from "@/places/usePosition";
import type { ExploreFilters } from "./useExploreFilters";

/** The coordinates of places and their distances, as far as order and area need them. */
export function useExploreLocation(
  { sort, area, setSort }: Pick<ExploreFilters, "sort" | "area" | "setSort">,
  center: LatLng,
) {
  const { position, locate, measureFrom } = usePosition();
  const isSortedByDistance = sort === "distance";
  const origin = isSortedByDistance && position.status === "known" ? position.point : null;
  const { points, hasFailed, retry } = usePoints(origin !== null || area !== null);
  /** Straight-line distances in kilometers by place id. */
  const distances = useMemo(
    () =>
      origin && points ? new Map([...points].map(([id, point]) => [id, distanceKm(origin, point)])) : null,
    [origin, points],
  );
  return {
    points,
    distances,
    /** The coordinates are loading: the places in the area are not known yet. */
    isAreaPending: area !== null && points === null && !hasFailed,
    /** The coordinates could not be loaded: the list is not limited to the area. */
    isAreaUnknown: area !== null && hasFailed,
    retry,
    /** Asks the device for its position when the user chooses the order by distance. R214 */
    changeSort: (next: Sort) => {
      setSort(next);
      if (next === "distance" && position.status !== "known") locate();
    },
    /** The props of DistanceSortNotice; null in any other order. */
    distanceSort: isSortedByDistance
      ? {
          position,
          hasFailed,
          onLocate: locate,
          onUseCenter: () => measureFrom(center),
          onRetry: retry,
        }
      : null,
  };
}
