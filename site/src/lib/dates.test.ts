import { expect, test } from "vitest";
import { longDate, monthOf, timeOfDay, yearOf } from "./dates";

test.each([
  ["2026-11-21T21:59:00Z", "night"], // 04:59 in Viet Nam
  ["2026-11-21T22:00:00Z", "dawn"],
  ["2026-11-21T01:00:00Z", "day"],
  ["2026-11-21T09:59:00Z", "day"],
  ["2026-11-21T10:00:00Z", "dusk"],
  ["2026-11-21T12:00:00Z", "night"],
  ["2026-11-21T17:00:00Z", "night"], // midnight
])("at %s it is %s in Viet Nam", (moment, time) => {
  expect(timeOfDay(new Date(moment), "Asia/Ho_Chi_Minh")).toBe(time);
});

test("an unknown zone counts as UTC", () => {
  expect(timeOfDay(new Date("2026-11-21T12:00:00Z"), "Nowhere/At_All")).toBe("day");
});

test("a month is the one of the region's calendar", () => {
  expect(monthOf("2026-02-28T17:30:00.000Z", "Asia/Ho_Chi_Minh")).toBe("March 2026");
  expect(monthOf("2026-02-28T17:30:00.000Z", "Nowhere/At_All")).toBe("February 2026");
});

test("a year is the one of the region's calendar", () => {
  expect(yearOf("2026-12-31T17:30:00Z", "Asia/Ho_Chi_Minh")).toBe(2027);
  expect(yearOf("2026-12-31T16:30:00Z", "Asia/Ho_Chi_Minh")).toBe(2026);
  expect(yearOf("2026-12-31T17:30:00Z", "Nowhere/At_All")).toBe(2026);
});

// R91
test("a date is the one of the region's calendar, in the long form", () => {
  expect(longDate("2026-01-04T17:30:00.000Z", "Asia/Ho_Chi_Minh")).toBe("January 5, 2026");
  expect(longDate("2026-01-04T17:30:00.000Z", "America/New_York")).toBe("January 4, 2026");
  expect(longDate("2026-01-04T17:30:00.000Z", "Nowhere/At_All")).toBe("January 4, 2026");
});

test("an invalid moment is blank", () => {
  expect(["", "yesterday"].map((moment) => longDate(moment, "UTC"))).toEqual(["", ""]);
});
