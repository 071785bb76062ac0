"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { DEFAULT_EXPLORE_QUERY, explorePath, parseExploreQuery, type ExploreQuery } from "@/lib/paths";

/** How long the typing must rest before the address says it: browsers take no more than some changes a second. */
const REST_MS = 400;

/**
 * What Explore's address says, and how to change it without navigating. Back and Forward change it too.
 *
 * The first rendering knows no query, on the server as in the browser: the page is static and its HTML is the whole
 * list. What it says is told by an `SearchParamsObserver`.
 */
export function useExploreQuery() {
  const [query, setQuery] = useState<ExploreQuery>(DEFAULT_EXPLORE_QUERY);
  const newest = useRef(query);
  /** The address that was written or read last: when somebody tells of it again, more may have been typed already. */
  const known = useRef<string | null>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);

  const write = useCallback(() => {
    clearTimeout(rest.current);
    rest.current = undefined;
    const path = explorePath(newest.current);
    const before = addressed();
    if (window.location.pathname !== "/explore" || path === explorePath(before)) return;
    known.current = path;
    // A search is one step back, not one for each word of it.
    const goesOn = path === explorePath({ ...before, search: newest.current.search });
    if (goesOn && before.search && newest.current.search.trim()) window.history.replaceState(null, "", path);
    else window.history.pushState(null, "", path);
  }, []);
  const set = useCallback((next: ExploreQuery) => {
    newest.current = next;
    setQuery(next);
  }, []);

  const choose = useCallback(
    (next: ExploreQuery) => {
      set(next);
      write();
    },
    [set, write],
  );
  const search = useCallback(
    (words: string) => {
      set({ ...newest.current, search: words });
      clearTimeout(rest.current);
      rest.current = setTimeout(write, REST_MS);
    },
    [set, write],
  );
  const settle = useCallback(() => {
    if (rest.current !== undefined) write();
  }, [write]);
  const onRead = useCallback(() => {
    const read = addressed();
    const path = explorePath(read);
    if (path === known.current) return;
    clearTimeout(rest.current);
    rest.current = undefined;
    known.current = path;
    set(read);
  }, [set]);
  return { query, choose, search, /** What was typed is in the address at once. */ settle, onRead };
}

/** What the address says now. */
function addressed(): ExploreQuery {
  return parseExploreQuery(new URLSearchParams(window.location.search));
}
