// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { aPlace } from "./aPlace.fixture";
import { PlaceFacts } from "./PlaceFacts";

afterEach(cleanup);

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
