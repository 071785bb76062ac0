// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storePendingAction, takePendingAction } from "./pendingAction";

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  history.replaceState(null, "", "/explore");
});
afterEach(() => void vi.useRealTimers());

test("a pending action is taken once, by its kind", () => {
  storePendingAction({ kind: "like", id: 7, name: "Hang Én" });
  expect(takePendingAction("share")).toBeNull();
  expect(takePendingAction("like")).toEqual({ kind: "like", id: 7, name: "Hang Én" });
  expect(takePendingAction("like")).toBeNull();
});

test("an action of another page or from more than ten minutes ago is not returned", () => {
  storePendingAction({ kind: "share", placeId: null });
  history.replaceState(null, "", "/guestbook");
  expect(takePendingAction("share")).toBeNull();
  storePendingAction({ kind: "share", placeId: null });
  vi.advanceTimersByTime(10 * 60 * 1000 + 1);
  expect(takePendingAction("share")).toBeNull();
});

test("invalid stored data is ignored", () => {
  sessionStorage.setItem("karst.pendingAction", "{");
  expect(takePendingAction("like")).toBeNull();
});
