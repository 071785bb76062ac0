import { expect, it } from "vitest";
import { minutesTo } from "./minutes";

// R214
it("the way to a near place is walked, to a far place ridden, and times from ten minutes are rounded to five", () => {
  expect(minutesTo(0.05)).toBeNull();
  expect(minutesTo(0.1)).toEqual({ by: "walk", minutes: 2 });
  expect(minutesTo(1.2)).toEqual({ by: "walk", minutes: 20 });
  expect(minutesTo(2.6)).toEqual({ by: "ride", minutes: 7 });
  expect(minutesTo(21)).toEqual({ by: "ride", minutes: 55 });
});
