import { expect, test } from "vitest";
import { ago } from "../src/ago";

const NOW = new Date("2026-11-21T12:00:00Z");

// R108
test.each([
  ["2026-11-21T11:59:01.000Z", "just now"],
  ["2026-11-21T11:59:00.000Z", "1 minute ago"],
  ["2026-11-21T09:30:00.000Z", "2 hours ago"],
  ["2026-11-20T12:00:00.000Z", "yesterday"],
  ["2026-11-15T12:00:00.000Z", "6 days ago"],
  ["2026-11-10T12:00:00.000Z", "last week"],
  ["2026-09-01T12:00:00.000Z", "2 months ago"],
  ["2023-11-01T12:00:00.000Z", "3 years ago"],
])("%s was %j", (moment, text) => {
  expect(ago(moment, NOW)).toBe(text);
});

test("a time is never in the future, even if this clock is behind the server's", () => {
  expect(ago("2026-11-21T12:05:00.000Z", NOW)).toBe("just now");
});

test.each([null, undefined, "", "some day"])("%j is not a moment", (moment) => {
  expect(ago(moment, NOW)).toBeNull();
});
