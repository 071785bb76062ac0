import { readFileSync } from "node:fs";
import { expect, it, test } from "vitest";
import { groupWeekdays, usualWeek, type OpeningSchedule } from "@karst/client/opening/calendar";
import { formatDays, formatRemark, formatSpecialDays, formatTimes } from "../src/opening";

const { cases } = JSON.parse(
  readFileSync(new URL("../../tests/golden/opening_hours.json", import.meta.url), "utf8"),
) as { cases: { hours: string; opening?: OpeningSchedule }[] };

function weekOf(hours: string): string[] {
  const { opening } = cases.find((golden) => golden.hours === hours)!;
  return groupWeekdays(usualWeek(opening!)).map((row) => `${formatDays(row)} ${formatTimes(row.spans)}`);
}

it("shows hours of two days at each day, and a night at the day on which it begins", () => {
  expect(weekOf("Fr 08:00-24:00; Sa 00:00-20:00").slice(-3)).toEqual([
    "Friday 08:00–24:00",
    "Saturday 00:00–20:00",
    "Sunday Closed",
  ]);
  expect(weekOf("Mo,Tu,Th-Su 17:00-02:00")).toEqual([
    "Monday and Tuesday 17:00–02:00",
    "Wednesday Closed",
    "Thursday to Sunday 17:00–02:00",
  ]);
  expect(weekOf("24/7")).toEqual(["Every day Open 24 hours"]);
});

test.each([
  [{ from: 20854, to: 20854, spans: [] }, "Feb 5, 2027: closed"],
  [{ from: 20854, to: 20860, spans: [[0, 1440]] }, "Feb 5, 2027 to Feb 11, 2027: open 24 hours"],
  [{ from: 20854, to: null, spans: [[480, 720]] }, "From Feb 5, 2027: 08:00–12:00"],
])("special days %o are %s", (special, text) => {
  expect(formatSpecialDays(special)).toBe(text);
});

test.each([
  ["PH closed", "Public holidays: closed"],
  ["SH,PH closed", "School holidays, public holidays: closed"],
  ["PH,Su 08:00-12:00", "Public holidays, Sunday: 08:00–12:00"],
  ["Mo-Su,PH 08:00-11:00,13:00-17:00", "Every day, public holidays: 08:00–11:00, 13:00–17:00"],
  ["18:00+", "From 18:00, no fixed closing time"],
  ["Mo-Fr 17:00+", "Monday to Friday: from 17:00, no fixed closing time"],
  ["Mo-Su sunrise-sunset", "Every day: sunrise to sunset"],
  ["dawn-dusk", "Dawn to dusk"],
  ['"by appointment"', "by appointment"],
  ['Sa "by appointment"', "Saturday: by appointment"],
  ["Mo-Fr 08:00-17:00; Sa unknown", "Mo-Fr 08:00-17:00; Sa unknown"],
  ['Mo-Fr 08:00-17:00 "lunch by arrangement"', "Mo-Fr 08:00-17:00 lunch by arrangement"],
  ["Apr-Sep Su off", "Apr-Sep Su off"],
])("the remark %s is shown as %s", (rule, text) => {
  expect(formatRemark(rule)).toBe(text);
});
