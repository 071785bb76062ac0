import type { PlaceResponse } from "@karst/client";
import { sortedByName } from "@karst/client/fold";
import { getJson } from "@/api/browser";
import { useLoad } from "@/lib/useLoad";

/** The names of all places in alphabetical order. Empty while they load and after a failure. */
export const usePlaceNames = () => useLoad(fetchPlaceNames).data ?? [];

async function fetchPlaceNames(signal: AbortSignal) {
  const path = "/api/businesses?limit=1000&fields=id,name";
  const places = await getJson<Pick<PlaceResponse, "id" | "name">[]>(path, signal);
  return sortedByName(places, ({ name }) => name);
}
