// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aPlace } from "./aPlace.fixture";
import { PlaceFacts } from "./PlaceFacts";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const renderFacts = (changes: Parameters<typeof aPlace>[0]) => {
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

// R64
test.each([
  ["agoda", "4.5 out of 5 (12 reviews • on Agoda)"],
  ["guide", "4.5 out of 5 (12 reviews • in this guide)"],
  // Ratings without a stored source were read on Google.
  [null, "4.5 out of 5 (12 reviews • on Google)"],
] as const)("a rating has its source: %s", (ratingSource, text) => {
  const content = renderFacts({ ratingSource, reviewCount: 12 });
  expect(content).toContain(text.slice(text.indexOf("(")));
  if (ratingSource !== null) expect(content).not.toContain("Google");
});

test("a rating without reviews has its source", () => {
  expect(renderFacts({ ratingSource: "tripadvisor", reviewCount: 0 })).toContain("(on Tripadvisor)");
});

test.each([
  // The new year has begun in Vietnam, but not in UTC.
  ["2026-12-31T17:30:00Z", 2027, true],
  ["2026-12-31T16:30:00Z", 2027, false],
  ["2026-11-27T00:00:00Z", 2026, true],
  ["2026-11-27T00:00:00Z", 2200, false],
])("at %s the last seen year %d is shown: %s", (now, lastSeenYear, isShown) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ["Date"] });
  const content = renderFacts({ lastSeenYear, priceRange: "50,000 VND" });
  expect(content.includes(`Last confirmed open${lastSeenYear}`)).toBe(isShown);
  expect(content).toContain(isShown ? `50,000 VND (as of ${lastSeenYear})` : "50,000 VND");
  if (!isShown) expect(content).not.toContain(String(lastSeenYear));
});
