import { expect, test } from "vitest";
import { seasonTexts } from "./season";

// R494
test.each<[goodMonths: number[], closedMonths: number[], texts: string[]]>([
  [[], [], []],
  [[2, 3, 4], [10], ["Best from February to April", "Closed in October"]],
  [[11, 12, 1, 2], [], ["Best from November to February"]],
  [
    [1, 5, 6],
    [9, 10],
    ["Best in January", "Best from May to June", "Closed from September to October"],
  ],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [], ["Good all year"]],
])("good in %j and closed in %j is %j", (goodMonths, closedMonths, texts) => {
  expect(seasonTexts({ goodMonths, closedMonths })).toEqual(texts);
});
