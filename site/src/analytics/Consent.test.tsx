// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConsentButton, AnalyticsConsent } from "./Consent";

let path = "/";
vi.mock("next/navigation", () => ({ usePathname: () => path }));

const page = globalThis as { dataLayer?: IArguments[]; gtag?: unknown };
const paths = () =>
  (page.dataLayer ?? []).flatMap(([command, , said]) => (command === "event" ? [said.page_path] : []));

beforeEach(() => {
  path = "/";
  localStorage.clear();
  delete page.dataLayer;
  delete page.gtag;
});
afterEach(cleanup);

test("B37: nothing is counted until the visitor agrees; then the page at hand, and each one after it (row 7)", () => {
  const { rerender } = render(<AnalyticsConsent id="G-4711ABC" />);
  expect(paths()).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Yes, count my visit" }));
  expect(screen.queryByRole("region")).toBeNull();
  path = "/explore";
  rerender(<AnalyticsConsent id="G-4711ABC" />);
  rerender(<AnalyticsConsent id="G-4711ABC" />);
  expect(paths()).toEqual(["/", "/explore"]);
});

test("a no is remembered, and the footer asks again", () => {
  const { unmount } = render(<AnalyticsConsent id="G-4711ABC" />);
  fireEvent.click(screen.getByRole("button", { name: "No, thank you" }));
  unmount();
  render(
    <>
      <AnalyticsConsent id="G-4711ABC" />
      <ConsentButton />
    </>,
  );
  expect(screen.queryByRole("region")).toBeNull();
  expect(page.gtag).toBeUndefined();
  fireEvent.click(screen.getByRole("button", { name: "Counting visits" }));
  expect(screen.getByRole("region", { name: "Counting visits" })).toBeTruthy();
});
