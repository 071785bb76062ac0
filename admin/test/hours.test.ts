import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readHours } from "../src/businesses/hours/read";
import { ALL_DAY, CLOSED, isOvernight, isWhole, writeHours, type Hours } from "../src/businesses/hours/week";

const golden = JSON.parse(readFileSync("../cms/tests/golden/hours.json", "utf8")) as {
  text: string;
  written: string;
  /** Where it is the same every week: minutes from Monday's midnight on, a night's after 1440. */
  week?: number[][][];
}[];
const day = { from: "08:00", to: "17:00" };
const night = { from: "18:00", to: "02:00" };
const every = (times: Hours["week"][number]) => Array.from({ length: 7 }, () => times);
const daily: Hours = { week: every([day]), seasons: [], special: [] };

// R209
describe("opening hours as a week", () => {
  // The server's tests read both texts and find the same hours in them.
  it.each(golden)("reads $text and writes $written", ({ text, written }) => {
    const read = readHours(text, 2026);
    expect(read && writeHours(read)).toBe(written);
    expect(readHours(written, 2026)).toEqual(read);
  });

  it.each(golden.filter(({ week }) => week))("has the server's minutes for $text", ({ text, week }) => {
    const { week: usual, seasons } = readHours(text, 2026)!;
    const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
    const shown = (seasons.at(-1)?.week ?? usual).map((times) =>
      times.map((span) => [minutes(span.from), minutes(span.to) + (isOvernight(span) ? 1440 : 0)]),
    );
    expect(shown).toEqual(week);
  });

  it("has a day for each weekday, from Monday", () => {
    expect(readHours("Mo-Fr 08:00-17:00; Sa 18:00-02:00")?.week).toEqual([
      ...Array.from({ length: 5 }, () => [day]),
      [night],
      CLOSED,
    ]);
    expect(readHours("24/7")?.week).toEqual(every(ALL_DAY));
  });

  it("has special days on one date or every year", () => {
    const { special } = readHours(
      "Mo-Su 08:00-17:00; 2027 Feb 05-11 off; Dec 30-Jan 02 off, Dec 30-Jan 02 18:00-02:00",
      2026,
    )!;
    expect(special).toEqual([
      { from: "2027-02-05", to: "2027-02-11", isYearly: false, times: [] },
      { from: "2026-12-30", to: "2027-01-02", isYearly: true, times: [night] },
    ]);
    expect(readHours("Feb 29 off", 2026)!.special[0]).toMatchObject({ from: "2028-02-29", isYearly: true });
  });

  it("has seasons whose other days have the regular hours", () => {
    const { seasons } = readHours("Mo-Fr 08:00-17:00; Nov-Feb Mo off")!;
    expect(seasons).toEqual([
      { first: 11, last: 2, week: [CLOSED, [day], [day], [day], [day], CLOSED, CLOSED] },
    ]);
  });

  it.each([
    "",
    "by tour",
    "Mo-Su 7am-5pm",
    "Mo-Su 07:00-17:00; PH off",
    "Mo[1] 08:00-12:00",
    "sunrise-sunset",
    "week 1-10 08:00-12:00",
    'Mo-Fr 08:00-17:00 "ring twice"',
    "Mo-Fr 08:00-12:00, Fr 09:00-10:00",
    "Sa, Su 09:00-12:00",
    "Mo-Th 18:00-01:00; Fr,Sa 18:00-03:00",
    "Mo-Su 18:00-02:00; Su off",
    "Mo-Sa 18:00-02:00; Su off",
    "Mo-Sa 18:00-02:00, Su off",
    "Mo-Su 18:00-02:00; Apr-Sep Mo-Fr 08:00-17:00",
    "Mo-Su 08:00-17:00; Apr-Sep 18:00-02:00",
    "Mo-Su 08:00-17:00; Apr-Sep 07:00-18:00, Apr-Sep Su 18:00-02:00",
    "Mo-Su 08:00-17:00, 2027 Feb 05 18:00-02:00",
    "Mo-Su 08:00-17:00; 2027 Feb 05 18:00-02:00",
    "Mo-Su 08:00-17:00; 2027 Feb 05 off, 2027 Feb 06 18:00-02:00",
    "2027 Feb 05 Mo 08:00-12:00",
    "2027 Feb 30 off",
    "Mo-Su 08:00-25:00; 2027 Feb 05 off; Mo off",
    "Apr-Sep 07:00-18:00; Mo-Fr 08:00-16:00",
    "Apr-Sep 07:00-18:00; Jul Su off",
    "08:00-33:00",
    "24:00-25:00",
    "Mo-Fr",
  ])("leaves %j to those who write it", (text) => {
    expect(readHours(text)).toBeNull();
  });

  it("preserves incomplete hours and reports them as incomplete", () => {
    const week = [[{ from: "08:00", to: "" }], [{ from: "", to: "" }], ...every([day]).slice(2)];
    const special = [
      { from: "", to: "", isYearly: false, times: [] },
      { from: "", to: "2027-02-11", isYearly: false, times: [] },
      { from: "", to: "", isYearly: true, times: [night] },
    ];
    const half = { ...daily, week, special };
    expect(writeHours(half)).toBe(
      "Mo 08:00-?; Tu ?-?; We-Su 08:00-17:00; ? off; ?-2027 Feb 11 off; every ? off, every ? 18:00-02:00",
    );
    expect(readHours(writeHours(half))).toEqual(half);
    expect(isWhole(half)).toBe(false);
    expect(isWhole(daily)).toBe(true);
    const reversed = { from: "2027-02-11", to: "2027-02-05", isYearly: false, times: [] };
    expect(readHours(writeHours({ ...daily, special: [reversed] }))!.special).toEqual([reversed]);
    expect(isWhole({ ...daily, special: [reversed] })).toBe(false);
  });

  it("keeps two seasons with the same months separate", () => {
    const seasons = [every([night]), every([day])].map((week) => ({ first: 4, last: 9, week }));
    expect(readHours(writeHours({ ...daily, seasons }))!.seasons).toEqual(seasons);
  });

  it("recognizes times that continue after midnight", () => {
    expect([day, night, { from: "18:00", to: "00:00" }, { from: "08:00", to: "" }].map(isOvernight)).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
});
