import { describe, expect, it } from "vitest";
import { dayOf, isOpenAt, rowsOf, usualWeek, type LocalTime, type Opening } from "../src/opening/calendar";
import { daysSaid, remarkSaid, timesSaid } from "../src/opening/said";
import { repositoryJson } from "./contract";

interface Golden {
  zone: string;
  moments: string[];
  cases: { hours: string; open?: string; kept?: string; opening?: Opening }[];
}

const { zone, moments, cases } = repositoryJson("cms/tests/golden/opening_hours.json") as Golden;

/** A golden moment, `2026-11-23T07:00` in the region. */
function local(moment: string): LocalTime {
  const [date, time] = moment.split("T") as [string, string];
  const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return { instant: Date.parse(`${moment}:00+07:00`), day: dayOf(date), minute, zone };
}

const table = (opening: Opening) =>
  rowsOf(usualWeek(opening)).map((row) => `${daysSaid(row)} ${timesSaid(row.spans)}`);

const openingOf = (hours: string) => cases.find((one) => one.hours === hours)!.opening!;

describe("golden opening hours, which the server is tested with too", () => {
  it.each(cases.filter(({ kept }) => !kept).map((one) => [one.hours, one] as const))(
    "%s is open when opening_hours.js says so",
    (_, { open, opening }) => {
      expect(moments.map((moment) => (isOpenAt(opening, local(moment)) ? "1" : "0")).join("")).toBe(open);
    },
  );

  it("keeps a text only for a reason", () => {
    const reasons = new Set(cases.map(({ kept }) => kept).filter(Boolean));
    expect([...reasons].sort()).toEqual(["holidays", "open end", "sun", "uncertain"]);
    expect(cases.filter(({ kept, opening }) => !kept && !opening)).toEqual([]);
  });
});

it("shows hours of two days at each day, and a night at the day on which it begins", () => {
  expect(table(openingOf("Fr 08:00-24:00; Sa 00:00-20:00")).slice(-3)).toEqual([
    "Friday 08:00–24:00",
    "Saturday 00:00–20:00",
    "Sunday Closed",
  ]);
  expect(table(openingOf("Mo,Tu,Th-Su 17:00-02:00"))).toEqual([
    "Monday and Tuesday 17:00–02:00",
    "Wednesday Closed",
    "Thursday to Sunday 17:00–02:00",
  ]);
});

it("says in words what is not computed", () => {
  expect(remarkSaid("PH closed")).toBe("Public holidays closed");
  expect(remarkSaid("18:00+")).toBe("From 18:00, no fixed end");
  expect(remarkSaid('"by appointment"')).toBe("By appointment");
  expect(remarkSaid("Mo-Su sunrise-sunset")).toBe("Mo-Su from sunrise to sunset");
});
