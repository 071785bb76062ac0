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

const shown = () => window.location.pathname + window.location.search;
const open = () => renderHook(() => useExploreQuery()).result;

it("row 53: writes a search when the typing rests, as one step of the history", () => {
  const before = window.history.length;
  const explore = open();
  for (const words of ["s", "so", "son"]) act(() => explore.current.search(words));
  expect(explore.current.query.search).toBe("son");
  expect(shown()).toBe("/explore");
  act(() => vi.advanceTimersByTime(500));
  expect(shown()).toBe("/explore?q=son");
  act(() => explore.current.search("son doong "));
  act(() => vi.advanceTimersByTime(500));
  expect(shown()).toBe("/explore?q=son%20doong");
  expect(explore.current.query.search, "as it was typed").toBe("son doong ");
  expect(window.history.length).toBe(before + 1);
});

it("writes what was typed at once when the box is left, and nothing when nothing was typed", () => {
  window.history.replaceState(null, "", "/explore?category=cave");
  const explore = open();
  act(() => explore.current.settle());
  expect(shown(), "the address has not been read yet").toBe("/explore?category=cave");
  act(() => explore.current.onRead());
  act(() => explore.current.search("en"));
  act(() => explore.current.settle());
  expect(shown()).toBe("/explore?category=cave&q=en");
});

it("loses no letter when the router tells late of an address that this page wrote itself", () => {
  const explore = open();
  act(() => explore.current.search("son"));
  act(() => explore.current.settle());
  act(() => explore.current.search("son d"));
  act(() => explore.current.onRead());
  expect(explore.current.query.search).toBe("son d");
});

it("follows Back, and an address that was not written here", () => {
  const explore = open();
  act(() => explore.current.choose({ ...DEFAULT_EXPLORE_QUERY, category: "cave", view: "map" }));
  expect(shown()).toBe("/explore?category=cave&view=map");
  window.history.replaceState(null, "", "/explore?q=beer");
  act(() => explore.current.onRead());
  expect(explore.current.query).toEqual({ ...DEFAULT_EXPLORE_QUERY, search: "beer" });
});

it("does not write over the address of a place that was opened meanwhile", () => {
  const explore = open();
  act(() => explore.current.search("son"));
  window.history.pushState(null, "", "/places/son-doong-cave");
  act(() => vi.advanceTimersByTime(500));
  expect(shown()).toBe("/places/son-doong-cave");
});
