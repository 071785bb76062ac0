import { useEffect, useState } from "react";
import type { PlaceResponse } from "@karst/client";
import { sortedByName } from "@karst/client/fold";
import { getJson } from "@/api/browser";

type PlaceName = Pick<PlaceResponse, "id" | "name">;

/** What the places of the guide are called, in the order of the alphabet. Empty until it is known, or when it cannot be. */
export function usePlaceNames(): PlaceName[] {
  const [places, setPlaces] = useState<PlaceName[]>([]);
  useEffect(() => {
    const leave = new AbortController();
    getJson<PlaceName[]>("/api/businesses?limit=1000&fields=id,name", leave.signal).then(
      (found) => setPlaces(sortedByName(found, ({ name }) => name)),
      (error: unknown) => {
        if (!leave.signal.aborted) console.warn("The places could not be listed", error);
      },
    );
    return () => leave.abort();
  }, []);
  return places;
}
