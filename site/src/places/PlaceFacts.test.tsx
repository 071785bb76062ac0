// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aPlace } from "./aPlace.fixture";
import { PlaceFacts } from "./PlaceFacts";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const shown = (changes: Parameters<typeof aPlace>[0]) => {
  render(
    <PlaceFacts
      place={aPlace({ rating: 4.5, ...changes })}
      timeZone="Asia/Ho_Chi_Minh"
      heading="h2"
      className={undefined}
    />,
  );
  return screen.getByRole("region").textContent;
};

test.each([
  ["agoda", "4.5 out of 5 (12 reviews • on Agoda)"],
  ["guide", "4.5 out of 5 (12 reviews • in this guide)"],
  // Row 64: a rating from before sources were stored was read on Google.
  [null, "4.5 out of 5 (12 reviews • on Google)"],
] as const)("a rating names its source: %s", (ratingSource, text) => {
  const words = shown({ ratingSource, reviewCount: 12 });
  expect(words).toContain(text.slice(text.indexOf("(")));
  if (ratingSource !== null) expect(words).not.toContain("Google");
});

test("a rating without a number of reviews names its source too", () => {
  expect(shown({ ratingSource: "tripadvisor", reviewCount: 0 })).toContain("(on Tripadvisor)");
});

test.each([
  // New Year has passed in Viet Nam, and not yet in UTC.
  ["2026-12-31T17:30:00Z", 2027, true],
  ["2026-12-31T16:30:00Z", 2027, false],
  ["2026-11-27T00:00:00Z", 2026, true],
  ["2026-11-27T00:00:00Z", 2200, false],
])("at %s the year %d in which the facts were last seen is shown: %s", (now, lastSeenYear, isShown) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ["Date"] });
  const words = shown({ lastSeenYear, priceRange: "50,000 VND" });
  expect(words.includes(`Last confirmed open${lastSeenYear}`)).toBe(isShown);
  expect(words).toContain(isShown ? `50,000 VND (as of ${lastSeenYear})` : "50,000 VND");
  if (!isShown) expect(words).not.toContain(String(lastSeenYear));
});
