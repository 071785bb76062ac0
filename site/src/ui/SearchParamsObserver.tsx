"use client";

import { useEffect, useEffectEvent, useLayoutEffect } from "react";
import { usePathname, useSearchParams } from "next/navigation";

type Props = {
  /** The path of the page whose query is observed. */
  path: string;
  onChange: () => void;
};

/**
 * Calls `onChange` initially and after each change of the query string of the page at `path`. Renders nothing. The page is
 * static and its HTML has the whole list, so only this component waits for the browser, in its own Suspense boundary. The
 * list itself is hydrated, not rendered again.
 */
export function SearchParamsObserver({ path, onChange }: Props) {
  const params = useSearchParams().toString();
  const pathname = usePathname();
  const notify = useEffectEvent(() => {
    // While a place is open in a dialog, the URL is the place's and the list behind it stays as it was.
    if (pathname === path && window.location.pathname === path) onChange();
  });
  useLayoutEffect(() => {
    notify();
    delete document.documentElement.dataset.narrowing; // set before hydration by a script of the page
  }, [params, pathname]);
  // The router's state lags behind the URL. A link to the URL that the router still has, followed within that moment,
  // changes only the URL; the Navigation API reports that.
  useEffect(() => {
    const { navigation } = window as { navigation?: EventTarget };
    // Deferred: the router changes the URL while it renders.
    const onEntryChange = () => queueMicrotask(notify);
    navigation?.addEventListener("currententrychange", onEntryChange);
    return () => navigation?.removeEventListener("currententrychange", onEntryChange);
  }, []);
  return null;
}
