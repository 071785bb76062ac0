import { expect, test } from "vitest";
import { claimable } from "./text";

test.each([
  [9, null],
  [10, 10],
  [50, 50],
  [99, 90],
  [100, 100],
  [146, 100],
  [1234, 1200],
])("of %d verified places %s are claimed", (count, claim) => {
  expect(claimable(count)).toBe(claim);
});
