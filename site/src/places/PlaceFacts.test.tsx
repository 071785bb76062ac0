// @vitest-environment jsdom
import type { PlaceCheckResponse } from "@karst/client";
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

const aCheck = (changes: Partial<PlaceCheckResponse>): PlaceCheckResponse => ({
  ...{ group: "hours", checkedAt: "2026-03-11T18:00:00.000Z", checkedBy: "team", count: null },
  ...{ source: null, sourceUrl: null, recheckReason: null, ...changes },
});

// R500, R503
test("a fact names the date of its last check in the region, the checker and the source", () => {
  const content = renderFacts({
    ...{ hours: "Daily", priceRange: "$$" },
    checks: [
      aCheck({ source: "Sign at the entrance", sourceUrl: "https://www.cave.example/hours" }),
      aCheck({ group: "contact", checkedBy: "owner" }),
      aCheck({ group: "status", checkedAt: "2026-01-01T00:00:00.000Z" }),
      aCheck({ group: "status", checkedBy: "travelers", count: 4 }),
    ],
  });
  expect(content).toContain("DailyChecked on March 12, 2026 by the team");
  expect(screen.getByRole("link", { name: /^Sign at the entrance/ }).getAttribute("href")).toBe(
    "https://www.cave.example/hours",
  );
  expect(content).toContain("ContactChecked on March 12, 2026 by the owner");
  expect(content).toContain("Still openConfirmed by 4 travelers as of March 12, 2026");
  expect(content).not.toContain("January");
  expect(content, "an unchecked fact").toContain("(as of 2023)Still right?Commune");
});

// R530, R532
test("prices have range, unit, audience and the month of their check; old ones are marked", () => {
  vi.useFakeTimers({ now: new Date("2026-11-29T00:00:00Z"), toFake: ["Date"] });
  const rest = { amountTo: null, currency: "VND", per: null, audience: "everyone", label: null } as const;
  const content = renderFacts({
    priceRange: "$$",
    prices: [
      {
        ...rest,
        amount: 150000,
        amountTo: 300000,
        per: "person",
        audience: "adult",
        checkedAt: "2026-03-12",
      },
      { ...rest, label: "Boat", amount: 550000, per: "boat", checkedAt: "2023" },
      { ...rest, label: "Under 1.3 m", amount: 0, per: "entry", checkedAt: "2026" },
      { ...rest, amount: 10, currency: "USD", checkedAt: "2025-05" },
    ],
  });
  expect(content).toContain("PricesFrom ₫150,000 to ₫300,000 per person · adultsChecked March 2026Boat");
  expect(content).toContain("Boat₫550,000 per boatChecked 2023May be out of date");
  expect(content).toContain("Under 1.3 mFreeChecked 2026$10Checked May 2025Still right?");
  expect(content, "the words are for clients that read no prices").not.toContain("$$");
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
