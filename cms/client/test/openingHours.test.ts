import { describe, expect, it } from "vitest";
import { epochDayOf, isOpenAt, type LocalTime, type OpeningSchedule } from "../src/opening/calendar";
import { repositoryJson } from "./contract";

interface Golden {
  zone: string;
  moments: string[];
  cases: { hours: string; open?: string; kept?: string; opening?: OpeningSchedule }[];
}

const { zone, moments, cases } = repositoryJson("cms/tests/golden/opening_hours.json") as Golden;

/** A golden moment, `2026-11-23T07:00` in the region. */
function local(moment: string): LocalTime {
  const [date, time] = moment.split("T") as [string, string];
  const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return { instant: Date.parse(`${moment}:00+07:00`), day: epochDayOf(date), minute, zone };
}

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
