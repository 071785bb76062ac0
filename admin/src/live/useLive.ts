import type { PlaceResponse } from "@karst/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDataProvider } from "react-admin";

type Dated = Pick<PlaceResponse, "id" | "version" | "isActive" | "updatedAt" | "liveSince">;

/** The state of a change on its way to the public page. */
export type Live =
  | { state: "live"; since: string }
  /** Saved a moment ago: polled until it is live. */
  | { state: "pending" }
  /** Saved, but not live after a while. */
  | { state: "late" }
  /** Inactive places have no public page. */
  | { state: "hidden" };

const ASK_EVERY_MS = 700;
/** A change is on its page within 2 seconds (R202); after this time the console reports that it is not. */
const PATIENCE_MS = 20_000;
const MAX_TRIES = Math.ceil(PATIENCE_MS / ASK_EVERY_MS);

export const isLive = ({ liveSince, updatedAt }: Pick<Dated, "liveSince" | "updatedAt">): boolean =>
  liveSince !== null && Date.parse(liveSince) >= Date.parse(updatedAt);

/** The resources with pages on the site. */
export type Published = "businesses" | "articles";

/**
 * Whether the newest change of `place` is on its public page, and since when. Until then, the place is polled under
 * its own query key, so that a form that shows it is not disturbed.
 */
export function useLive(place: Dated, resource: Published = "businesses"): Live {
  const dataProvider = useDataProvider();
  const [shown] = useState(() => ({ at: Date.now(), version: place.version }));
  // Older changes are not polled, so that a list does not send a request for each row. An undo restores the older
  // time of a place, so a new version counts as well.
  const isRecent = place.version !== shown.version || shown.at - Date.parse(place.updatedAt) < PATIENCE_MS;
  const { data, isError } = useQuery({
    queryKey: ["live", resource, place.id, place.version],
    queryFn: async ({ client, queryKey }) => {
      const { data: seen } = await dataProvider.getOne<PlaceResponse>(resource, { id: place.id });
      return { seen, tries: (client.getQueryData<{ tries: number }>(queryKey)?.tries ?? 0) + 1 };
    },
    enabled: place.isActive && !isLive(place) && isRecent,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) => {
      const isDone = data !== undefined && isLive(data.seen);
      return isDone || dataUpdateCount + errorUpdateCount >= MAX_TRIES ? false : ASK_EVERY_MS;
    },
  });
  if (!place.isActive) return { state: "hidden" };
  const since = [place, data?.seen].find((seen) => seen && isLive(seen))?.liveSince;
  if (since) return { state: "live", since };
  return { state: isRecent && !isError && (data?.tries ?? 0) < MAX_TRIES ? "pending" : "late" };
}
