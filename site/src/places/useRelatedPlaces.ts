"use client";

import { useEffect, useState } from "react";
import type { PlaceResponse } from "@karst/client";
import { getJson } from "@/api/browser";

const FIELDS = [
  "id",
  "slug",
  "name",
  "categories",
  "latitude",
  "longitude",
  "coordinateConfidence",
  "imageUrl",
  "pictures",
] as const;
export type RelatedPlace = Pick<PlaceResponse, (typeof FIELDS)[number]>;

/**
 * The places of an API query such as `near=17.5,106.2&sort=distance`, loaded once `isEnabled`. Empty until then and after
 * an error. They load in the browser, because otherwise each change of a place would invalidate all pages that show it.
 */
export function useRelatedPlaces(query: string, isEnabled: boolean): RelatedPlace[] {
  const [places, setPlaces] = useState<RelatedPlace[]>([]);
  useEffect(() => {
    if (!isEnabled) return;
    const controller = new AbortController();
    getJson<RelatedPlace[]>(`/api/businesses?${query}&fields=${FIELDS.join()}`, controller.signal).then(
      setPlaces,
      (error: unknown) => {
        if (!controller.signal.aborted) console.warn("Places could not be loaded", error);
      },
    );
    return () => controller.abort();
  }, [query, isEnabled]);
  return places;
}
