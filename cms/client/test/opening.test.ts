import { describe, expect, it } from "vitest";
import {
  formatClock,
  isOpenAt,
  localTime,
  groupWeekdays,
  compactSchedule,
  specialDays,
  openStatus,
  usualWeek,
  isoDateOf,
  type OpeningSchedule,
  type Spans,
} from "../src/opening/calendar";

const ZONE = "Asia/Ho_Chi_Minh";
const DAILY: Spans = [[480, 1020]]; // 08:00-17:00

/** Seven days, from Monday. */
const week = (...days: Spans[]) => Array.from({ length: 7 }, (_, at) => days[at] ?? days.at(-1)!);
const opening = (...weeks: [from: string, days: readonly Spans[]][]): OpeningSchedule => ({
  weeks: weeks.map(([from, days]) => ({ from, days })),
  until: "2027-12-20",
});
const REGULAR = opening(["2026-11-16", week(DAILY)]);

/** How a place stands when the traveller's own clock shows this. */
const at = (moment: string, hours: OpeningSchedule = REGULAR, zone = ZONE) =>
  openStatus(hours, localTime(new Date(moment), zone));

// R209
describe("whether a place is open, in the region's time zone", () => {
  it("whatever the phone of the traveller shows", () => {
    // The same minute, as phones in Hanoi, Berlin and Honolulu write it.
    for (const noon of [
      "2026-11-24T12:00:00+07:00",
      "2026-11-24T06:00:00+01:00",
      "2026-11-23T19:00:00-10:00",
    ]) {
      expect(at(noon), noon).toEqual({ isOpen: true, closes: { inMinutes: 300, minute: 1020 } });
    }
    // Eleven in the morning in Berlin is five in the afternoon there; and in the evening it is tomorrow there.
    expect(at("2026-11-24T11:00:00+01:00")).toMatchObject({ isOpen: false, opens: { inDays: 1 } });
    expect(at("2026-11-24T23:00:00+01:00")).toMatchObject({
      isOpen: false,
      opens: { inDays: 0, minute: 480 },
    });
  });

  it("opens on the minute and closes on the minute", () => {
    expect(at("2026-11-24T07:59:59+07:00")).toMatchObject({ isOpen: false, opens: { inDays: 0 } });
    expect(at("2026-11-24T08:00:00+07:00")).toMatchObject({ isOpen: true });
    expect(at("2026-11-24T16:59:30+07:00")).toEqual({ isOpen: true, closes: { inMinutes: 1, minute: 1020 } });
    expect(at("2026-11-24T17:00:00+07:00")).toMatchObject({
      isOpen: false,
      opens: { inDays: 1, minute: 480 },
    });
  });

  it("rests at noon, on Sunday, and all of Tết", () => {
    const noon: Spans = [
      [420, 690],
      [780, 1020],
    ];
    const regular = week(noon, noon, noon, noon, noon, noon, []);
    const hours = opening(["2026-11-16", regular], ["2027-02-08", week([])], ["2027-02-15", regular]);
    expect(at("2026-11-24T12:00+07:00", hours)).toMatchObject({
      isOpen: false,
      opens: { inDays: 0, minute: 780 },
    });
    expect(at("2026-11-28T17:30+07:00", hours)).toMatchObject({
      isOpen: false,
      opens: { inDays: 2, minute: 420 },
    });
    const before = at("2027-02-06T18:00+07:00", hours);
    expect(before).toMatchObject({ isOpen: false, opens: { inDays: 9, minute: 420 } });
    expect(before && !before.isOpen && isoDateOf(before.opens!.day)).toBe("2027-02-15");
  });

  it("stays open over midnight", () => {
    const nights = opening(["2026-11-16", week([], [], [], [], [[1080, 1560]], [[1080, 1560]], [])]);
    expect(at("2026-11-27T23:30+07:00", nights)).toEqual({
      isOpen: true,
      closes: { inMinutes: 150, minute: 1560 },
    });
    expect(at("2026-11-28T01:45+07:00", nights)).toEqual({
      isOpen: true,
      closes: { inMinutes: 15, minute: 120 },
    });
    expect(at("2026-11-28T02:00+07:00", nights)).toMatchObject({
      isOpen: false,
      opens: { inDays: 0, minute: 1080 },
    });
    // From the last night of the week into Monday.
    const sundays = opening(["2026-11-16", week([], [], [], [], [], [], [[1320, 1500]])]);
    expect(at("2026-11-30T00:30+07:00", sundays)).toEqual({
      isOpen: true,
      closes: { inMinutes: 30, minute: 60 },
    });
  });

  it("joins what touches, and does not close at midnight what is open all day", () => {
    const always = opening(["2026-11-16", week([[0, 1440]])]);
    expect(at("2026-11-24T23:50+07:00", always)).toEqual({ isOpen: true, closes: null });
    const week24 = week([[1320, 1440]], [[0, 1440]], [[0, 360]], []);
    expect(at("2026-11-24T12:00+07:00", opening(["2026-11-16", week24]))).toEqual({
      isOpen: true,
      closes: { inMinutes: 18 * 60, minute: 1440 + 360 },
    });
  });

  it("counts real minutes in the night when clocks change", () => {
    const bar = opening(["2026-03-02", week([[1320, 1620]])]); // 22:00-03:00
    const berlin = "Europe/Berlin";
    // 2026-03-29 02:00 becomes 03:00; 2026-10-25 03:00 becomes 02:00.
    expect(at("2026-03-29T01:45:00+01:00", bar, berlin)).toEqual({
      isOpen: true,
      closes: { inMinutes: 15, minute: 180 },
    });
    expect(at("2026-10-25T01:45:00+02:00", bar, berlin)).toEqual({
      isOpen: true,
      closes: { inMinutes: 135, minute: 180 },
    });
  });

  it("says nothing of days that were not worked out", () => {
    expect(at("2026-11-15T12:00+07:00")).toBeNull();
    expect(at("2027-12-20T00:00+07:00")).toBeNull();
    expect(at("2027-12-19T18:00+07:00")).toEqual({ isOpen: false, opens: null });
    expect(isOpenAt(undefined, localTime(new Date("2026-11-24T12:00+07:00"), ZONE))).toBe(false);
  });

  it("counts an unknown time zone as UTC", () => {
    expect(at("2026-11-24T08:00:00Z", REGULAR, "Nowhere/Land")).toMatchObject({ isOpen: true });
  });
});

it("a list carries one day for seven equal ones, and no week that is over", () => {
  const hours = opening(["2026-11-16", week(DAILY)], ["2027-02-08", week([])], ["2027-02-15", week(DAILY)]);
  const full = {
    until: hours.until,
    weeks: hours.weeks.map(({ from, days }) => ({ from, days: [...days] })),
  };
  const short = compactSchedule(full as Parameters<typeof compactSchedule>[0], new Date("2027-02-12T00:00Z"));
  expect(short).toEqual({
    weeks: [
      { from: "2027-02-08", days: [[]] },
      { from: "2027-02-15", days: [DAILY] },
    ],
    until: "2027-12-20",
  });
  for (const moment of ["2027-02-12T12:00+07:00", "2027-02-15T12:00+07:00"]) {
    expect(at(moment, short), moment).toEqual(at(moment, hours));
  }
});

it("the usual week is the one that holds longest, and the rest are special days", () => {
  const regular = week(DAILY, DAILY, DAILY, DAILY, DAILY, [[480, 720]], []);
  const tet = [DAILY, DAILY, DAILY, DAILY, [], [], []];
  const hours = opening(
    ["2026-11-16", regular],
    ["2027-02-01", tet],
    ["2027-02-08", week([])],
    ["2027-02-15", regular],
  );
  expect(usualWeek(hours)).toEqual(regular);
  expect(specialDays(hours).map(({ from, to, spans }) => [isoDateOf(from), isoDateOf(to!), spans])).toEqual([
    ["2027-02-05", "2027-02-13", []],
  ]);
  expect(groupWeekdays(regular).map(({ first, last }) => [first, last])).toEqual([
    [0, 4],
    [5, 5],
    [6, 6],
  ]);
  expect(specialDays(opening(["2026-11-16", regular], ["2027-11-01", week([])])).at(-1)!.to).toBeNull();
});

it("times are written with two digits, and a day ends at 24:00", () => {
  expect([0, 425, 1020, 1440, 1560].map(formatClock)).toEqual(["00:00", "07:05", "17:00", "24:00", "02:00"]);
});
