"use client";

import { useEffect, useState } from "react";
import type { PlaceView } from "@karst/client";
import { read } from "@/api/browser";

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
export type NearbyPlace = Pick<PlaceView, (typeof FIELDS)[number]>;

type Spot = { id: number; latitude: number; longitude: number };

/**
 * The four places nearest to one, asked of the API once `isWanted`. Empty until they are here, and when they cannot
 * be had: a page is whole without them. Asked in the browser, because any change nearby would otherwise have every
 * page around it made anew.
 */
export function useNearby({ id, latitude, longitude }: Spot, isWanted: boolean): NearbyPlace[] {
  const [places, setPlaces] = useState<NearbyPlace[]>([]);
  useEffect(() => {
    if (!isWanted) return;
    const leave = new AbortController();
    const query = `near=${latitude},${longitude}&sort=distance&limit=5&fields=${FIELDS.join()}`;
    read<NearbyPlace[]>(`/api/businesses?${query}`, leave.signal).then(
      (nearest) => setPlaces(nearest.filter((place) => place.id !== id).slice(0, 4)),
      (error: unknown) => {
        if (!leave.signal.aborted) console.warn("The places nearby could not be loaded", error);
      },
    );
    return () => leave.abort();
  }, [id, latitude, longitude, isWanted]);
  return places;
}
