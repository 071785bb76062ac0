import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createToasts, REMOVE_AFTER_MS } from "./toastStore";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("row 177: there is one notice at a time, the latest", () => {
  const toasts = createToasts();
  const heard = vi.fn();
  toasts.subscribe(heard);
  toasts.show({ title: "Signed in successfully", text: "Welcome back!" });
  const first = toasts.current()!;
  toasts.show({ title: "Authentication error", tone: "destructive" });
  expect(toasts.current()).toMatchObject({
    title: "Authentication error",
    tone: "destructive",
    isOpen: true,
  });
  expect(heard).toHaveBeenCalledTimes(2);
  // The first one's clock may still run out; that is no news about the second.
  toasts.dismiss(first.id);
  expect(toasts.current()?.isOpen).toBe(true);
});

test("a withdrawn notice is closed, and without one nothing happens", () => {
  const toasts = createToasts();
  toasts.withdraw();
  expect(toasts.current()).toBeNull();
  toasts.show({ title: "Signed in successfully" });
  toasts.withdraw();
  expect(toasts.current()).toMatchObject({ title: "Signed in successfully", isOpen: false });
});

test("row 177: a dismissed notice is removed 1,000,000 ms later, and not if another came", () => {
  const toasts = createToasts();
  toasts.show({ title: "One" });
  toasts.dismiss(toasts.current()!.id);
  vi.advanceTimersByTime(REMOVE_AFTER_MS - 1);
  expect(toasts.current()).toMatchObject({ title: "One", isOpen: false });
  vi.advanceTimersByTime(1);
  expect(toasts.current()).toBeNull();
  toasts.show({ title: "Two" });
  toasts.dismiss(toasts.current()!.id);
  toasts.show({ title: "Three" });
  vi.advanceTimersByTime(REMOVE_AFTER_MS);
  expect(toasts.current()).toMatchObject({ title: "Three", isOpen: true });
});
