import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createToasts, REMOVE_AFTER_MS } from "./toastStore";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

// R177
test("there is one toast at a time, the latest", () => {
  const toasts = createToasts();
  const listener = vi.fn();
  toasts.subscribe(listener);
  toasts.show({ title: "Signed in successfully", text: "Welcome back!" });
  const first = toasts.current()!;
  toasts.show({ title: "Authentication error", tone: "destructive" });
  expect(toasts.current()).toMatchObject({
    title: "Authentication error",
    tone: "destructive",
    isOpen: true,
  });
  expect(listener).toHaveBeenCalledTimes(2);
  // A late timeout of the first toast does not affect the second.
  toasts.dismiss(first.id);
  expect(toasts.current()?.isOpen).toBe(true);
});

test("the current toast can be dismissed, and without one nothing happens", () => {
  const toasts = createToasts();
  toasts.dismissCurrent();
  expect(toasts.current()).toBeNull();
  toasts.show({ title: "Signed in successfully" });
  toasts.dismissCurrent();
  expect(toasts.current()).toMatchObject({ title: "Signed in successfully", isOpen: false });
});

// R177
test("a dismissed toast is removed 1,000,000 ms later, unless another one replaced it", () => {
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
