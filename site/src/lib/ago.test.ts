import { expect, test } from "vitest";
import { ago } from "./ago";

const NOW = new Date("2026-11-21T12:00:00Z");

test.each([
  ["2026-11-21T11:59:01.000Z", ""],
  ["2026-11-21T11:59:00.000Z", "1 minute ago"],
  ["2026-11-21T09:30:00.000Z", "2 hours ago"],
  ["2026-11-20T12:00:00.000Z", "yesterday"],
  ["2026-11-15T12:00:00.000Z", "6 days ago"],
  ["2026-11-10T12:00:00.000Z", "last week"],
  ["2026-09-01T12:00:00.000Z", "2 months ago"],
  ["2023-11-01T12:00:00.000Z", "3 years ago"],
])("row 108: %s was %j", (moment, said) => {
  expect(ago(moment, NOW)).toBe(said);
});

test("a clock that is behind the server's does not tell of the future", () => {
  expect(ago("2026-11-21T12:05:00.000Z", NOW)).toBe("");
});

test.each([null, undefined, "", "some day"])("%j is no moment", (moment) => {
  expect(ago(moment, NOW)).toBeNull();
});
