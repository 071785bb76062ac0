import { useEffect, useState } from "react";
import type { PlaceResponse } from "@karst/client";
import { sortedByName } from "@karst/client/fold";
import { getJson } from "@/api/browser";

type PlaceName = Pick<PlaceResponse, "id" | "name">;

/** The names of all places in alphabetical order. Empty while they load and after a failure. */
export function usePlaceNames(): PlaceName[] {
  const [places, setPlaces] = useState<PlaceName[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    getJson<PlaceName[]>("/api/businesses?limit=1000&fields=id,name", controller.signal).then(
      (response) => setPlaces(sortedByName(response, ({ name }) => name)),
      (error: unknown) => {
        if (!controller.signal.aborted) console.warn("Failed to load the place names", error);
      },
    );
    return () => controller.abort();
  }, []);
  return places;
}
