"use client";

import { useEffect, useEffectEvent, useLayoutEffect } from "react";
import { usePathname, useSearchParams } from "next/navigation";

type Props = {
  /** The page whose query is read. */
  path: string;
  onRead: () => void;
};

/**
 * Says when there is a query to read in the address of the page at `path`: at first, and after each change. Shows
 * nothing. Such a page is static and its HTML is the whole list, so this is the only part that waits for the browser,
 * in a Suspense boundary of its own; the list itself is hydrated, not drawn again.
 */
export function SearchParamsObserver({ path, onRead }: Props) {
  const params = useSearchParams().toString();
  const pathname = usePathname();
  const read = useEffectEvent(() => {
    // While a place lies open over a list the address is the place's; the list behind it stays as it was.
    if (pathname === path && window.location.pathname === path) onRead();
  });
  useLayoutEffect(() => {
    read();
    delete document.documentElement.dataset.narrowing; // set by the page, before the list was painted
  }, [params, pathname]);
  // The router tells of the address a moment later. A link to where it still believes to be, followed within that
  // moment, changes the address and nothing that the router tells; the browser knows.
  useEffect(() => {
    const { navigation } = window as { navigation?: EventTarget };
    // Not at once: the router changes the address while it draws.
    const changed = () => queueMicrotask(read);
    navigation?.addEventListener("currententrychange", changed);
    return () => navigation?.removeEventListener("currententrychange", changed);
  }, []);
  return null;
}
