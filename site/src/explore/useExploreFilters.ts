"use client";

import { fold } from "@karst/client/fold";
import { findCategory, type Category } from "@/categories/find";
import { isolateBidi } from "@/lib/bidi";
import type { Bounds } from "@/lib/geo";
import { monthName } from "@/lib/months";
import { DEFAULT_EXPLORE_QUERY, type Sort } from "@/lib/paths";
import { t } from "@/messages/explore.gen";
import type { Suggestion } from "@/places/suggest";
import { useExploreQuery } from "@/places/useExploreQuery";

export type ExploreFilters = ReturnType<typeof useExploreFilters>;

/** The search, filters, order and view in Explore's URL, and how to change them. */
export function useExploreFilters(categories: readonly Category[]) {
  const { query, changeQuery, search, commitSearch, readUrl } = useExploreQuery();
  const category = query.category === null ? null : findCategory(categories, query.category);
  // An unknown category has no places. Ignoring it would show all of them.
  const categorySlug = category?.slug ?? query.category;
  const { tags, isOpen, isVerified, goodIn } = query;
  return {
    /** Null means all categories. */
    categorySlug,
    tags,
    isOpen,
    isVerified,
    /** The month in which the places are good to visit; null means any. */
    goodIn,
    /** The area of the map that the list is limited to; null means everywhere. */
    area: query.area,
    /** The text of the search as typed. */
    text: query.search,
    sort: query.sort,
    /** What a phone shows. */
    view: query.view,
    /** The names of the active filters, except the area. */
    labels: [
      ...(categorySlug === null ? [] : [isolateBidi(category?.name ?? categorySlug)]),
      ...tags.map(isolateBidi),
      ...(isOpen ? [t("filter.open")] : []),
      ...(isVerified ? [t("filter.verified")] : []),
      ...(goodIn === null ? [] : [t("filter.goodIn", { month: monthName(goodIn) })]),
    ],
    readUrl,
    search,
    commitSearch,
    /** Replaces the text of the search by the suggested category or tag. */
    applySuggestion: (suggestion: Exclude<Suggestion, { kind: "place" }>) =>
      changeQuery(
        suggestion.kind === "category"
          ? { ...query, search: "", category: suggestion.category.slug }
          : { ...query, search: "", tags: [...tags.filter((tag) => tag !== suggestion.tag), suggestion.tag] },
      ),
    /** Null also removes the tags. R54 */
    selectCategory: (slug: string | null) =>
      changeQuery(slug === null ? { ...query, category: null, tags: [] } : { ...query, category: slug }),
    toggleTag: (tag: string) => {
      const otherTags = tags.filter((other) => fold(other) !== fold(tag));
      changeQuery({ ...query, tags: otherTags.length < tags.length ? otherTags : [...otherTags, tag] });
    },
    setOpen: (next: boolean) => changeQuery({ ...query, isOpen: next }),
    setVerified: (next: boolean) => changeQuery({ ...query, isVerified: next }),
    setGoodIn: (next: number | null) => changeQuery({ ...query, goodIn: next }),
    setArea: (area: Bounds | null) => changeQuery({ ...query, area }),
    setSort: (sort: Sort) => changeQuery({ ...query, sort }),
    toggleView: () => changeQuery({ ...query, view: query.view === "list" ? "map" : "list" }),
    /** Keeps the search and the order. */
    clearFilters: () =>
      changeQuery({ ...DEFAULT_EXPLORE_QUERY, search: query.search, sort: query.sort, view: query.view }),
    showAll: () => changeQuery({ ...DEFAULT_EXPLORE_QUERY, view: query.view }),
  };
}
