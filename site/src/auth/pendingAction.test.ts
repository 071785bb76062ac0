// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rememberWish, takeWish } from "./pendingAction";

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  history.replaceState(null, "", "/explore");
});
afterEach(() => void vi.useRealTimers());

test("a wish is taken once, by its kind", () => {
  rememberWish({ kind: "like", id: 7, name: "Hang Én" });
  expect(takeWish("share")).toBeNull();
  expect(takeWish("like")).toEqual({ kind: "like", id: 7, name: "Hang Én" });
  expect(takeWish("like")).toBeNull();
});

test("a wish of another page, or from more than ten minutes ago, is not done", () => {
  rememberWish({ kind: "share", placeId: null });
  history.replaceState(null, "", "/guestbook");
  expect(takeWish("share")).toBeNull();
  rememberWish({ kind: "share", placeId: null });
  vi.advanceTimersByTime(10 * 60 * 1000 + 1);
  expect(takeWish("share")).toBeNull();
});

test("what is no wish is ignored", () => {
  sessionStorage.setItem("karst.wish", "{");
  expect(takeWish("like")).toBeNull();
});
