"use client";

import { useCallback, useLayoutEffect, useState } from "react";
import { usePathname, useSearchParams } from "next/navigation";
import { EVERYTHING, explorePath, readExploreQuery, type ExploreQuery } from "@/kit/paths";

/**
 * The filter in Explore's address, and how to change it without navigating. Back and Forward change it too.
 *
 * The first rendering knows no query, on the server as in the browser: the page is static and its HTML is the whole
 * list. So `useSearchParams` lives in [QueryReader], the only part that waits for the browser; the list itself is
 * hydrated, not drawn again.
 */
export function useExploreQuery() {
  const [query, setQuery] = useState<ExploreQuery>(EVERYTHING);
  const choose = useCallback((next: ExploreQuery) => {
    setQuery(next);
    window.history.pushState(null, "", explorePath(next));
  }, []);
  return { query, choose, onRead: setQuery };
}

/** Reads the address for [useExploreQuery]; shows nothing. Stands in a Suspense boundary of its own. */
export function QueryReader({ onRead }: { onRead: (query: ExploreQuery) => void }) {
  const params = useSearchParams().toString();
  const pathname = usePathname();
  useLayoutEffect(() => {
    // While a place lies open over the list the address is the place's; the list behind it stays as it was.
    if (pathname === "/explore") onRead(readExploreQuery(new URLSearchParams(params)));
    delete document.documentElement.dataset.narrowing; // set by Explore's page, before the list was painted
  }, [params, pathname, onRead]);
  return null;
}
