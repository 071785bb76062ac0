"use client";

import { useCallback, useMemo, useRef, useState } from "react";
import { getAllPages } from "@/api/browser";
import { summarize, SUMMARY_FIELDS, type PlaceSummary, type SummaryFields } from "./summary";

/** The maximum of the API. */
const PAGE_SIZE = 1000;

/** The places that are not in the page, and their full descriptions by id. */
type RemainingPlaces = { places: readonly PlaceSummary[]; descriptions: ReadonlyMap<number, string> };

/**
 * All places. The page contains the `initial` ones, at most a thousand. The others load on demand: for a search, a filter,
 * or near the end of the list.
 */
export function useAllPlaces(initial: readonly PlaceSummary[], total: number) {
  const [remaining, setRemaining] = useState<RemainingPlaces>();
  const [hasFailed, setFailed] = useState(false);
  const isRequested = useRef(false);
  const isComplete = remaining !== undefined || total <= initial.length;

  const loadRemaining = useCallback(() => {
    if (isComplete || isRequested.current) return;
    isRequested.current = true;
    setFailed(false);
    const query = `limit=${PAGE_SIZE}&offset=${initial.length}&fields=${SUMMARY_FIELDS.join()}`;
    getAllPages<SummaryFields>(`/api/businesses?${query}`).then(
      (places) =>
        setRemaining({
          places: places.map(summarize),
          descriptions: new Map(places.map(({ id, description }) => [id, description ?? ""])),
        }),
      (error: unknown) => {
        isRequested.current = false; // the next call tries again
        setFailed(true);
        console.warn("The remaining places could not be loaded", error);
      },
    );
  }, [isComplete, initial.length]);

  const places = useMemo(() => {
    if (remaining === undefined) return initial;
    // The places may have changed since the page was rendered, so the responses may overlap.
    const initialIds = new Set(initial.map(({ id }) => id));
    return [...initial, ...remaining.places.filter(({ id }) => !initialIds.has(id))];
  }, [initial, remaining]);
  return { places, remainingDescriptions: remaining?.descriptions, isComplete, hasFailed, loadRemaining };
}
