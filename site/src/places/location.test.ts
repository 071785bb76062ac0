import { expect, test } from "vitest";
import { aPlace } from "./aPlace.fixture";
import { locationLabel, placeLocationLabel } from "./location";
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
  "isVerified %s and confidence %s have one label on cards and pages",
  (isVerified, confidence, label) => {
    const place = aPlace({ isVerified, coordinateConfidence: confidence });
    expect(placeLocationLabel(place, "UTC")).toBe(label);
    expect(locationLabel(summarize(place))).toBe(label);
  },
);

test.each([
  [true, "surveyed", "2025-03-31T17:30:00.000Z", "Location verified April 2025"],
  [true, "approximate", "2025-03-31T17:30:00.000Z", "Location verified April 2025, marker approximate"],
  [true, "surveyed", null, "Location verified"],
  [false, "surveyed", "2025-03-31T17:30:00.000Z", null],
] as const)(
  "a verified location has the month of its check: %s, %s, %s",
  (isVerified, coordinateConfidence, checkedAt, label) => {
    const place = aPlace({ isVerified, coordinateConfidence, checkedAt });
    expect(placeLocationLabel(place, "Asia/Ho_Chi_Minh")).toBe(label);
  },
);
