"use client";

import { useCallback, useDeferredValue, useEffect, useMemo } from "react";
import { fold } from "@karst/client/fold";
import { findCategory, type Category } from "@/categories/find";
import { isolateBidi } from "@/lib/bidi";
import { distanceKm } from "@/lib/distance";
import { DEFAULT_EXPLORE_QUERY, type BBox, type Sort } from "@/lib/paths";
import { useMinute } from "@/lib/useMinute";
import { filterPlaces, searchTexts } from "@/places/filter";
import { suggest, tagsOf } from "@/places/suggest";
import { countCategories, countTags, inOrder, narrow, within } from "@/places/filterPlaces";
import { localTime } from "@karst/client/opening/calendar";
import type { PlaceSummary } from "@/places/summary";
import { useDescriptions } from "@/places/useDescriptions";
import { useExploreQuery } from "@/places/useExploreQuery";
import { usePoints } from "@/places/usePoints";
import { usePosition, type Spot } from "@/places/usePosition";
import { exploreTexts } from "@/texts/explore";
import { filtersTexts } from "@/texts/filters";

/** What is true of the region: its time zone, and the point to measure from that it offers. */
type Region = { timeZone: string; centre: Spot };

/** The places that are here, and the descriptions of those that the page did not bring. */
type Known = { places: readonly PlaceSummary[]; others: ReadonlyMap<number, string> | undefined };

/** What Explore's list and map show, and how the visitor changes it. */
export function useExplore({ places, others }: Known, categories: readonly Category[], region: Region) {
  const { query, choose, search, settle, onRead } = useExploreQuery();
  const { descriptions, prepare } = useDescriptions();
  const { position, locate, measureFrom } = usePosition();
  const isNearest = query.sort === "distance";
  const from = isNearest && position.status === "known" ? position.spot : null;
  const { area } = query;
  const { points, hasFailed, retry } = usePoints(from !== null || area !== null);
  /** The way to each place as the crow flies, in kilometers. */
  const distances = useMemo(
    () => (from && points ? new Map([...points].map(([id, spot]) => [id, distanceKm(from, spot)])) : null),
    [from, points],
  );

  const categoryBySlug = useMemo(
    () => new Map(categories.map((category) => [category.slug, category])),
    [categories],
  );
  const texts = useMemo(() => {
    const names = new Map(categories.map(({ slug, name }) => [slug, name]));
    const whole = descriptions && others ? new Map([...descriptions, ...others]) : (descriptions ?? others);
    return searchTexts(names, whole);
  }, [categories, descriptions, others]);

  const tags = useMemo(() => tagsOf(places), [places]);
  const suggested = useCallback(
    (words: string) => suggest(words, { places, texts, categories, tags }),
    [places, texts, categories, tags],
  );

  const category = query.category === null ? null : findCategory(categories, query.category);
  // A category that does not exist has no places; showing all of them would say the opposite.
  const slug = category?.slug ?? query.category;
  const wanted = useDeferredValue(query.search);
  const isSearched = wanted.trim() !== "";
  // An address may bring words that nobody typed here.
  useEffect(() => {
    if (isSearched) prepare();
  }, [isSearched, prepare]);
  const searched = useMemo(
    () => filterPlaces(places, { category: null, tags: [], words: wanted }, texts),
    [places, wanted, texts],
  );
  const anywhere = useMemo(
    () => filterPlaces(searched, { category: slug, tags: query.tags, words: "" }, texts),
    [searched, slug, query.tags, texts],
  );
  const matching = useMemo(() => within(anywhere, area, points), [anywhere, area, points]);
  const minute = useMinute();
  const now = useMemo(
    () => (minute === null ? null : localTime(new Date(minute), region.timeZone)),
    [minute, region.timeZone],
  );
  const { isOpen, isVerified } = query;
  // Only who asks for what is open now has a list that time passes over.
  const when = isOpen ? now : null;
  const remaining = useMemo(
    () => (isOpen || isVerified ? narrow(matching, { isOpen, isVerified }, when) : matching),
    [matching, isOpen, isVerified, when],
  );
  const found = useMemo(() => inOrder(remaining, query.sort, distances), [remaining, query.sort, distances]);
  // The map shows what lies outside of the area too: how else would anybody know where to go on?
  const visibleIds = useMemo(() => {
    const visible = area ? narrow(anywhere, { isOpen, isVerified }, when) : remaining;
    return visible.length === places.length ? null : visible.map(({ id }) => id);
  }, [area, anywhere, isOpen, isVerified, when, remaining, places]);

  // The chosen as well as the found: All looks at everything again even where it finds no more than before. But a
  // place that closes while one looks is no reason to move the map.
  const filter = useMemo(() => {
    const lasting = isVerified ? narrow(anywhere, { isOpen: false, isVerified }, null) : anywhere;
    // In no order: the best answers first or not, they are the same places.
    const ids = lasting.length === places.length ? "all" : lasting.map(({ id }) => id).sort((a, b) => a - b);
    return [slug, query.tags, isOpen, area, ids].join("|");
  }, [slug, query.tags, isOpen, isVerified, area, anywhere, places]);

  /** How many places each chip of a category would leave; null where that is what the guide has of each. */
  const inCategories = useMemo(() => {
    if (!isSearched && query.tags.length === 0 && !isOpen && !isVerified && !area) return null;
    const left = (tags: readonly string[]) => {
      const tagged = filterPlaces(searched, { category: null, tags, words: "" }, texts);
      return narrow(within(tagged, area, points), { isOpen, isVerified }, when);
    };
    // Choosing All takes back the tags.
    return { all: left([]).length, each: countCategories(left(query.tags)) };
  }, [isSearched, searched, query.tags, texts, area, points, isOpen, isVerified, when]);

  /** What each further choice would leave. Worked out when somebody is about to choose. */
  const countChoices = () => {
    const anyTag = within(
      filterPlaces(places, { category: slug, tags: [], words: wanted }, texts),
      area,
      points,
    );
    return {
      open: narrow(matching, { isOpen: true, isVerified }, now).length,
      verified: narrow(matching, { isOpen, isVerified: true }, when).length,
      tags: countTags(narrow(anyTag, { isOpen, isVerified }, when)),
    };
  };

  const toggleTag = (tag: string) => {
    const others = query.tags.filter((other) => fold(other) !== fold(tag));
    choose({ ...query, tags: others.length < query.tags.length ? others : [...others, tag] });
  };
  return {
    found,
    visibleIds,
    /** Changes with what is looked for and with what is found. */
    filter,
    categoryBySlug,
    words: query.search,
    search,
    settleSearch: settle,
    prepareSearch: prepare,
    suggest: suggested,
    /** What was typed has become the category or the tag that was chosen. */
    narrow: (by: { category: string } | { tag: string }) =>
      choose({
        ...query,
        search: "",
        ...("category" in by ? by : { tags: [...query.tags.filter((tag) => tag !== by.tag), by.tag] }),
      }),
    onRead,
    /** Which of the two a phone shows. */
    view: query.view,
    turn: () => choose({ ...query, view: query.view === "list" ? "map" : "list" }),
    /** Slug of the chosen category; null for all. */
    chosen: slug,
    /** What the list is filtered by, in words. */
    filteredBy: [
      ...(slug === null ? [] : [isolateBidi(category?.name ?? slug)]),
      ...query.tags.map(isolateBidi),
      ...(isOpen ? [filtersTexts.open] : []),
      ...(isVerified ? [filtersTexts.verified] : []),
      ...(area && !hasFailed ? [exploreTexts.inArea] : []),
    ],
    /** Something is looked for: not every place is meant. */
    isNarrowed: slug !== null || query.tags.length > 0 || isOpen || isVerified || isSearched || area !== null,
    tags: query.tags,
    isOpen,
    isVerified,
    inCategories,
    countChoices,
    chooseCategory: (next: string | null) =>
      choose(next === null ? { ...query, category: null, tags: [] } : { ...query, category: next }),
    toggleTag,
    chooseOpen: (next: boolean) => choose({ ...query, isOpen: next }),
    chooseVerified: (next: boolean) => choose({ ...query, isVerified: next }),
    /** The part of the map to which the list keeps; null for everywhere. */
    area,
    chooseArea: (next: BBox | null) => choose({ ...query, area: next }),
    /** Where the places are is being read: which of them lie in the area is not known yet. */
    isPlacing: area !== null && points === null && !hasFailed,
    /** It could not be read: the list does not keep to the area. */
    isAreaUnknown: area !== null && hasFailed,
    retryArea: retry,
    clearFilters: () =>
      choose({ ...DEFAULT_EXPLORE_QUERY, search: query.search, sort: query.sort, view: query.view }),
    showAll: () => choose({ ...DEFAULT_EXPLORE_QUERY, view: query.view }),
    sort: query.sort,
    /** Choosing the nearest is the gesture on which the device is asked. */
    chooseSort: (sort: Sort) => {
      choose({ ...query, sort });
      if (sort === "distance" && position.status !== "known") locate();
    },
    /** Where the nearest are measured from; null while another order is chosen. */
    nearest: isNearest
      ? {
          position,
          isUnloaded: hasFailed,
          onLocate: locate,
          onCentre: () => measureFrom(region.centre),
          onRetry: retry,
        }
      : null,
    distances,
  };
}
