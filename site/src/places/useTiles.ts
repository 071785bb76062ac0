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
/** What a tile shows of a place. */
export type TilePlace = Pick<PlaceResponse, (typeof FIELDS)[number]>;

/**
 * The places that answer `query` (the API's words: `near=17.5,106.2&sort=distance`), asked of the API once `isWanted`.
 * Empty until they are here, and when they cannot be had: a page is whole without them. Asked in the browser, because
 * any change of them would otherwise have every page that shows one made anew.
 */
export function useTiles(query: string, isWanted: boolean): TilePlace[] {
  const [places, setPlaces] = useState<TilePlace[]>([]);
  useEffect(() => {
    if (!isWanted) return;
    const leave = new AbortController();
    getJson<TilePlace[]>(`/api/businesses?${query}&fields=${FIELDS.join()}`, leave.signal).then(
      setPlaces,
      (error: unknown) => {
        if (!leave.signal.aborted) console.warn("Places could not be loaded", error);
      },
    );
    return () => leave.abort();
  }, [query, isWanted]);
  return places;
}
