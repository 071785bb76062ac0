"use client";

import { useCallback, useMemo, useRef, useState } from "react";
import { getAllPages } from "@/api/browser";
import { summarize, SUMMARY_FIELDS, type PlaceSummary, type SummaryFields } from "./summary";

/** The most places that the API gives at once. */
const AT_ONCE = 1000;

/** Places that a page did not bring, and their whole descriptions by id. */
type Others = { places: readonly PlaceSummary[]; descriptions: ReadonlyMap<number, string> };

/**
 * Every place of the guide. A page carries the `first` ones, a thousand at most; where there are more, the others are
 * read when they are asked for: because somebody looks for something, or comes near the end of the list.
 */
export function useAllPlaces(first: readonly PlaceSummary[], total: number) {
  const [others, setOthers] = useState<Others>();
  const [hasFailed, setFailed] = useState(false);
  const isAsked = useRef(false);
  const isWhole = others !== undefined || total <= first.length;

  const readOthers = useCallback(() => {
    if (isWhole || isAsked.current) return;
    isAsked.current = true;
    setFailed(false);
    const query = `limit=${AT_ONCE}&offset=${first.length}&fields=${SUMMARY_FIELDS.join()}`;
    getAllPages<SummaryFields>(`/api/businesses?${query}`).then(
      (read) =>
        setOthers({
          places: read.map(summarize),
          descriptions: new Map(read.map(({ id, description }) => [id, description ?? ""])),
        }),
      (error: unknown) => {
        isAsked.current = false; // whoever asks next tries again
        setFailed(true);
        console.warn("The list of places is not whole", error);
      },
    );
  }, [isWhole, first.length]);

  const places = useMemo(() => {
    if (others === undefined) return first;
    // The guide may have changed since the page was made: no place stands there twice.
    const known = new Set(first.map(({ id }) => id));
    return [...first, ...others.places.filter(({ id }) => !known.has(id))];
  }, [first, others]);
  return {
    places,
    /** Their whole descriptions. */ others: others?.descriptions,
    isWhole,
    hasFailed,
    readOthers,
  };
}
