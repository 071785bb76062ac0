import { expect, it } from "vitest";
import { minutesTo } from "./minutes";

it("B14: what is near is walked to, what is far is ridden to, and minutes are no more exact than they can be", () => {
  expect(minutesTo(0.05)).toBeNull();
  expect(minutesTo(0.1)).toEqual({ by: "walk", minutes: 2 });
  expect(minutesTo(1.2)).toEqual({ by: "walk", minutes: 20 });
  expect(minutesTo(2.6)).toEqual({ by: "ride", minutes: 7 });
  expect(minutesTo(21)).toEqual({ by: "ride", minutes: 55 });
});
