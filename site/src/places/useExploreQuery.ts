"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { DEFAULT_EXPLORE_QUERY, explorePath, parseExploreQuery, type ExploreQuery } from "@/lib/paths";

/** The URL changes after a pause in typing, because browsers limit the rate of changes. */
const SEARCH_DEBOUNCE_MS = 400;

/**
 * The query in Explore's URL, which changes without a navigation, and also with Back and Forward. R53
 *
 * The first render has no query, on the server and in the browser: the page is static and its HTML is the whole list.
 * Afterwards `readUrl` must be called when the URL has changed.
 */
export function useExploreQuery() {
  const [query, setQuery] = useState<ExploreQuery>(DEFAULT_EXPLORE_QUERY);
  const latestQuery = useRef(query);
  /** The last path that was written or read. The router may report it late, when the user has typed more. */
  const knownPath = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const writeUrl = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const path = explorePath(latestQuery.current);
    const previous = queryFromUrl();
    if (window.location.pathname !== "/explore" || path === explorePath(previous)) return;
    knownPath.current = path;
    // A search is one entry of the history, not one for each of its words.
    const { search } = latestQuery.current;
    const onlySearchChanged = path === explorePath({ ...previous, search });
    if (onlySearchChanged && previous.search && search.trim()) window.history.replaceState(null, "", path);
    else window.history.pushState(null, "", path);
  }, []);
  const updateState = useCallback((next: ExploreQuery) => {
    latestQuery.current = next;
    setQuery(next);
  }, []);

  const changeQuery = useCallback(
    (next: ExploreQuery) => {
      updateState(next);
      writeUrl();
    },
    [updateState, writeUrl],
  );
  const search = useCallback(
    (text: string) => {
      updateState({ ...latestQuery.current, search: text });
      clearTimeout(timer.current);
      timer.current = setTimeout(writeUrl, SEARCH_DEBOUNCE_MS);
    },
    [updateState, writeUrl],
  );
  /** Writes the search to the URL without waiting for a pause in typing. */
  const commitSearch = useCallback(() => {
    if (timer.current !== undefined) writeUrl();
  }, [writeUrl]);
  const readUrl = useCallback(() => {
    const next = queryFromUrl();
    const path = explorePath(next);
    if (path === knownPath.current) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    knownPath.current = path;
    updateState(next);
  }, [updateState]);
  return { query, changeQuery, search, commitSearch, readUrl };
}

function queryFromUrl(): ExploreQuery {
  return parseExploreQuery(new URLSearchParams(window.location.search));
}
