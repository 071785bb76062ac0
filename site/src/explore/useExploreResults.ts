"use client";

import { useCallback, useDeferredValue, useMemo, useState } from "react";
import type { PlaceResponse } from "@karst/client";
import { localTime } from "@karst/client/opening/calendar";
import { getJson } from "@/api/browser";
import type { Category } from "@/categories/find";
import { useLoad } from "@/lib/useLoad";
import { useMinute } from "@/lib/useMinute";
import { countCategories, countTags, filterByBounds, filterByState, sortPlaces } from "@/places/filterPlaces";
import { createSearchIndex, searchPlaces } from "@/places/searchPlaces";
import { lazyTags, suggest } from "@/places/suggest";
import type { PlaceSummary } from "@/places/summary";
import type { Points } from "@/places/usePoints";
import type { ExploreFilters } from "./useExploreFilters";

type Input = {
  places: readonly PlaceSummary[];
  /** The full descriptions of places that are not in the page. */
  remainingDescriptions: ReadonlyMap<number, string> | undefined;
  categories: readonly Category[];
  filters: Pick<
    ExploreFilters,
    "categorySlug" | "tags" | "isOpen" | "isVerified" | "goodIn" | "area" | "text" | "sort"
  >;
  points: Points | null;
  distances: ReadonlyMap<number, number> | null;
  timeZone: string;
};

/** The places that Explore's list and map show, and the counts of the filters. R46, R47 */
export function useExploreResults(input: Input) {
  const { places, remainingDescriptions, categories, points, distances, timeZone } = input;
  const { categorySlug, tags, isOpen, isVerified, goodIn, area, sort } = input.filters;
  const state = useMemo(() => ({ isOpen, isVerified, goodIn }), [isOpen, isVerified, goodIn]);
  const hasState = isOpen || isVerified || goodIn !== null;
  const text = useDeferredValue(input.filters.text);
  const isSearching = text.trim() !== "";
  const [needsDescriptions, setNeedsDescriptions] = useState(false);
  // The URL may contain a search that was not typed.
  const { data: descriptions, retry } = useLoad(fetchDescriptions, needsDescriptions || isSearching);
  const loadDescriptions = useCallback(() => {
    setNeedsDescriptions(true);
    retry();
  }, [retry]);

  const index = useMemo(() => {
    const names = new Map(categories.map(({ slug, name }) => [slug, name]));
    const allDescriptions =
      descriptions && remainingDescriptions
        ? new Map([...descriptions, ...remainingDescriptions])
        : (descriptions ?? remainingDescriptions);
    return createSearchIndex(names, allDescriptions);
  }, [categories, descriptions, remainingDescriptions]);
  const allTags = useMemo(() => lazyTags(places), [places]);
  const suggestFor = useCallback(
    (typed: string) => suggest(typed, { places, index, categories, tags: allTags }),
    [places, index, categories, allTags],
  );

  const minute = useMinute();
  const now = useMemo(
    () => (minute === null ? null : localTime(new Date(minute), timeZone)),
    [minute, timeZone],
  );
  // The list depends on the time only with the filter "open now".
  const openAt = isOpen ? now : null;

  const textMatches = useMemo(
    () => searchPlaces(places, { category: null, tags: [], text }, index),
    [places, text, index],
  );
  const matchesIgnoringArea = useMemo(
    () => searchPlaces(textMatches, { category: categorySlug, tags, text: "" }, index),
    [textMatches, categorySlug, tags, index],
  );
  const matches = useMemo(
    () => filterByBounds(matchesIgnoringArea, area, points),
    [matchesIgnoringArea, area, points],
  );
  const filtered = useMemo(
    () => (hasState ? filterByState(matches, state, openAt) : matches),
    [matches, hasState, state, openAt],
  );
  const found = useMemo(() => sortPlaces(filtered, sort, distances), [filtered, sort, distances]);
  // The map also shows places outside of the area, so that the user can see where to move it.
  const visibleIds = useMemo(() => {
    const visible = area ? filterByState(matchesIgnoringArea, state, openAt) : filtered;
    return visible.length === places.length ? null : visible.map(({ id }) => id);
  }, [area, matchesIgnoringArea, state, openAt, filtered, places]);

  // Contains the filters too, because All fits the map again even if it finds the same places. The time is left out:
  // a place that closes does not move the map.
  const resultKey = useMemo(() => {
    const matching = filterByState(matchesIgnoringArea, { isOpen: false, isVerified, goodIn }, null);
    // Sorted, because another order does not move the map.
    const ids =
      matching.length === places.length ? "all" : matching.map(({ id }) => id).sort((a, b) => a - b);
    return [categorySlug, tags, isOpen, area, ids].join("|");
  }, [categorySlug, tags, isOpen, isVerified, goodIn, area, matchesIgnoringArea, places]);

  /** The number of places that each category would leave; null if these are all of its places. */
  const categoryCounts = useMemo(() => {
    if (!isSearching && tags.length === 0 && !hasState && !area) return null;
    const matchesWithTags = (chosenTags: readonly string[]) => {
      const tagged = searchPlaces(textMatches, { category: null, tags: chosenTags, text: "" }, index);
      return filterByState(filterByBounds(tagged, area, points), state, openAt);
    };
    // All also removes the tags.
    return { all: matchesWithTags([]).length, bySlug: countCategories(matchesWithTags(tags)) };
  }, [isSearching, textMatches, tags, index, area, points, hasState, state, openAt]);

  /** Counts the places that each further filter would leave. Not memoized: only the open filter dialog needs it. */
  const countChoices = () => {
    const matchesWithAnyTag = filterByBounds(
      searchPlaces(places, { category: categorySlug, tags: [], text }, index),
      area,
      points,
    );
    return {
      open: filterByState(matches, { ...state, isOpen: true }, now).length,
      verified: filterByState(matches, { ...state, isVerified: true }, openAt).length,
      tags: countTags(filterByState(matchesWithAnyTag, state, openAt)),
    };
  };

  return {
    found,
    /** Null means all. */
    visibleIds,
    /** Changes with the filters and with the places that match them. */
    resultKey,
    isFiltered: categorySlug !== null || tags.length > 0 || hasState || isSearching || area !== null,
    categoryCounts,
    countChoices,
    suggest: suggestFor,
    /** Call it when a search is likely. */
    loadDescriptions,
  };
}

/** The full descriptions by place id, for the search. Cards have only their beginnings, which it uses until then. */
async function fetchDescriptions(signal: AbortSignal): Promise<ReadonlyMap<number, string>> {
  const places = await getJson<Pick<PlaceResponse, "id" | "description">[]>(
    "/api/businesses?limit=1000&fields=id,description",
    signal,
  );
  return new Map(places.map(({ id, description }) => [id, description ?? ""]));
}
