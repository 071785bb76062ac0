import { expect, test } from "vitest";
import { aPlace } from "./aPlace.fixture";
import { locationClaim, locationClaimOf } from "./location";
import { summarize } from "./summary";

test.each([
  [true, "surveyed", "Location verified"],
  [true, null, "Location verified"],
  [true, "approximate", "Location verified, marker approximate"],
  [true, "village-level", "Location verified, marker approximate"],
  [false, "approximate", "Location approximate"],
  [false, "village-level", "Location approximate"],
  [false, "surveyed", null],
] as const)(
  "verified %s and %s: one statement, in a card and on the page",
  (isVerified, confidence, said) => {
    const place = aPlace({ isVerified, coordinateConfidence: confidence });
    expect(locationClaimOf(place)).toBe(said);
    expect(locationClaim(summarize(place))).toBe(said);
  },
);
