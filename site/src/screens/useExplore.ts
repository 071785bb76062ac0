"use client";

import { useCallback, useDeferredValue, useMemo } from "react";
import { findCategory, type Category } from "@/categories/find";
import { EVERYTHING } from "@/kit/paths";
import { filterPlaces, searchTexts } from "@/places/filter";
import { suggest, tagsOf } from "@/places/suggest";
import type { PlaceSummary } from "@/places/summary";
import { useDescriptions } from "@/places/useDescriptions";
import { useExploreQuery } from "@/places/useExploreQuery";

/** What Explore's list and map show, and how the visitor changes it. */
export function useExplore(places: readonly PlaceSummary[], categories: readonly Category[]) {
  const { query, choose, search, settle, onRead } = useExploreQuery();
  const { descriptions, prepare } = useDescriptions();

  const categoryBySlug = useMemo(
    () => new Map(categories.map((category) => [category.slug, category])),
    [categories],
  );
  const texts = useMemo(() => {
    const names = new Map(categories.map(({ slug, name }) => [slug, name]));
    return searchTexts(places, names, descriptions);
  }, [places, categories, descriptions]);

  const tags = useMemo(() => tagsOf(places), [places]);
  const suggested = useCallback(
    (words: string) => suggest(words, { places, texts, categories, tags }),
    [places, texts, categories, tags],
  );

  const category = query.category === null ? null : findCategory(categories, query.category);
  // A category that does not exist has no places; showing all of them would say the opposite.
  const slug = category?.slug ?? query.category;
  const wanted = useDeferredValue(query.words);
  const found = useMemo(
    () => filterPlaces(places, { category: slug, tags: query.tags, words: wanted }, texts),
    [places, slug, query.tags, wanted, texts],
  );
  const visibleIds = useMemo(
    () => (found.length === places.length ? null : found.map(({ id }) => id)),
    [found, places],
  );

  // The chosen as well as the found: All looks at everything again even where it finds no more than before.
  const filter = useMemo(
    () => [slug, query.tags, visibleIds ?? "all"].join("|"),
    [slug, query.tags, visibleIds],
  );

  return {
    found,
    visibleIds,
    /** Changes with what is looked for and with what is found. */
    filter,
    categoryBySlug,
    words: query.words,
    search,
    settleSearch: settle,
    prepareSearch: prepare,
    suggest: suggested,
    /** What was typed has become the category or the tag that was chosen. */
    narrow: (by: { category: string } | { tag: string }) =>
      choose({
        ...query,
        words: "",
        ...("category" in by ? by : { tags: [...query.tags.filter((tag) => tag !== by.tag), by.tag] }),
      }),
    onRead,
    /** Which of the two a phone shows. */
    view: query.view,
    turn: () => choose({ ...query, view: query.view === "list" ? "map" : "list" }),
    /** Slug of the chosen category; null for all. */
    chosen: slug,
    /** What the list is filtered by, in words. */
    filteredBy: [...(slug === null ? [] : [category?.name ?? slug]), ...query.tags],
    tags: query.tags,
    chooseCategory: (next: string | null) =>
      choose(next === null ? { ...query, category: null, tags: [] } : { ...query, category: next }),
    removeTag: (tag: string) => choose({ ...query, tags: query.tags.filter((other) => other !== tag) }),
    showAll: () => choose({ ...EVERYTHING, view: query.view }),
  };
}
