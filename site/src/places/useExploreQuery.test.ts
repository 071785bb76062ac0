// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DEFAULT_EXPLORE_QUERY } from "@/lib/paths";
import { useExploreQuery } from "./useExploreQuery";

beforeEach(() => {
  vi.useFakeTimers();
  window.history.replaceState(null, "", "/explore");
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const currentUrl = () => window.location.pathname + window.location.search;
const render = () => renderHook(() => useExploreQuery()).result;

// R53
it("writes a search to the URL after a pause in typing, as one entry of the history", () => {
  const before = window.history.length;
  const explore = render();
  for (const words of ["s", "so", "son"]) act(() => explore.current.search(words));
  expect(explore.current.query.search).toBe("son");
  expect(currentUrl()).toBe("/explore");
  act(() => vi.advanceTimersByTime(500));
  expect(currentUrl()).toBe("/explore?q=son");
  act(() => explore.current.search("son doong "));
  act(() => vi.advanceTimersByTime(500));
  expect(currentUrl()).toBe("/explore?q=son%20doong");
  expect(explore.current.query.search, "as it was typed").toBe("son doong ");
  expect(window.history.length).toBe(before + 1);
});

it("writes a search immediately when it is committed, and nothing without a search", () => {
  window.history.replaceState(null, "", "/explore?category=cave");
  const explore = render();
  act(() => explore.current.commitSearch());
  expect(currentUrl(), "the URL has not been read yet").toBe("/explore?category=cave");
  act(() => explore.current.readUrl());
  act(() => explore.current.search("en"));
  act(() => explore.current.commitSearch());
  expect(currentUrl()).toBe("/explore?category=cave&q=en");
});

it("keeps typed text when the router reports a URL late that the page wrote itself", () => {
  const explore = render();
  act(() => explore.current.search("son"));
  act(() => explore.current.commitSearch());
  act(() => explore.current.search("son d"));
  act(() => explore.current.readUrl());
  expect(explore.current.query.search).toBe("son d");
});

it("follows Back and URLs that it did not write", () => {
  const explore = render();
  act(() => explore.current.changeQuery({ ...DEFAULT_EXPLORE_QUERY, category: "cave", view: "map" }));
  expect(currentUrl()).toBe("/explore?category=cave&view=map");
  window.history.replaceState(null, "", "/explore?q=beer");
  act(() => explore.current.readUrl());
  expect(explore.current.query).toEqual({ ...DEFAULT_EXPLORE_QUERY, search: "beer" });
});

it("does not overwrite the URL of a place that was opened since", () => {
  const explore = render();
  act(() => explore.current.search("son"));
  window.history.pushState(null, "", "/places/son-doong-cave");
  act(() => vi.advanceTimersByTime(500));
  expect(currentUrl()).toBe("/places/son-doong-cave");
});
