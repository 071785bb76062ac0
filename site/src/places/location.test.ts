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
    expect(locationClaimOf(place, "UTC")).toBe(said);
    expect(locationClaim(summarize(place))).toBe(said);
  },
);

test.each([
  [true, "surveyed", "2025-03-31T17:30:00.000Z", "Location verified April 2025"],
  [true, "approximate", "2025-03-31T17:30:00.000Z", "Location verified April 2025, marker approximate"],
  [true, "surveyed", null, "Location verified"],
  [false, "surveyed", "2025-03-31T17:30:00.000Z", null],
] as const)(
  "the month of a check is said where the place is verified and it is known: %s, %s, %s",
  (isVerified, coordinateConfidence, checkedAt, said) => {
    const place = aPlace({ isVerified, coordinateConfidence, checkedAt });
    expect(locationClaimOf(place, "Asia/Ho_Chi_Minh")).toBe(said);
  },
);
