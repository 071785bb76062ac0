import { expect, test } from "vitest";
import { isShortTypo, typoDistance } from "./typo";

test.each([
  ["phogn", "phong", 1],
  ["hag", "hang", 1],
  ["hamg", "hang", 1],
  ["hangg", "hang", 1],
  ["paradsi", "paradise", 2],
  ["pradisse", "paradise", 2],
  ["en", "an", null],
  ["nah", "nha", 1],
  ["nho", "nha", null],
  ["ahn", "nha", null],
  ["hgan", "hang", null],
  ["abcdefg", "abcdexy", null],
  ["hang", "hang", null],
  ["lee", "le", null],
])("the typo distance of %s and %s is %s", (a, b, distance) => {
  expect(typoDistance(a, b)).toBe(distance);
  expect(typoDistance(b, a)).toBe(distance);
});

test.each([
  ["lee", "le", true],
  ["nho", "nha", true],
  ["hna", "nha", true],
  ["hag", "hang", true],
  ["nha", "nha", false],
  ["ahn", "nha", false],
  ["le", "lee", false],
  ["lee", "e", false],
  ["hang", "hag", false],
])("whether %s is a short typo of %s: %s", (typed, other, isTypo) => {
  expect(isShortTypo(typed, other)).toBe(isTypo);
});
