// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AnalyticsConsent, ConsentButton } from "./Consent";

let path = "/";
vi.mock("next/navigation", () => ({ usePathname: () => path }));

const analyticsGlobals = globalThis as { dataLayer?: IArguments[]; gtag?: unknown };
const trackedPaths = () =>
  (analyticsGlobals.dataLayer ?? []).flatMap(([command, , parameters]) =>
    command === "event" ? [parameters.page_path] : [],
  );

beforeEach(() => {
  path = "/";
  localStorage.clear();
  delete analyticsGlobals.dataLayer;
  delete analyticsGlobals.gtag;
});
afterEach(cleanup);

// R7, R237
test("page views are tracked after consent only, starting with the current page", () => {
  const { rerender } = render(<AnalyticsConsent id="G-4711ABC" />);
  expect(trackedPaths()).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Accept" }));
  expect(screen.queryByRole("region")).toBeNull();
  path = "/explore";
  rerender(<AnalyticsConsent id="G-4711ABC" />);
  rerender(<AnalyticsConsent id="G-4711ABC" />);
  expect(trackedPaths()).toEqual(["/", "/explore"]);
});

test("a refusal is remembered, and the button in the footer asks again", () => {
  const { unmount } = render(<AnalyticsConsent id="G-4711ABC" />);
  fireEvent.click(screen.getByRole("button", { name: "Decline" }));
  unmount();
  render(
    <>
      <AnalyticsConsent id="G-4711ABC" />
      <ConsentButton />
    </>,
  );
  expect(screen.queryByRole("region")).toBeNull();
  expect(analyticsGlobals.gtag).toBeUndefined();
  fireEvent.click(screen.getByRole("button", { name: "Analytics settings" }));
  expect(screen.getByRole("region", { name: "Analytics" })).toBeTruthy();
});

// R469
test("previews are never tracked and ask nothing", () => {
  const { rerender } = render(<AnalyticsConsent id="G-4711ABC" />);
  fireEvent.click(screen.getByRole("button", { name: "Accept" }));
  path = "/preview/GhLtWgZP0r7uQn3xVb5yKc2dEa9sJm4fTi6oUe8pRwA";
  rerender(<AnalyticsConsent id="G-4711ABC" />);
  expect(trackedPaths()).toEqual(["/"]);
  cleanup();
  localStorage.clear();
  render(<AnalyticsConsent id="G-4711ABC" />);
  expect(screen.queryByRole("region")).toBeNull();
});
