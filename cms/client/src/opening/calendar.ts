import type { PlaceResponse } from "../index";

/** When a place is open, as the API works it out: minutes of each day, in the region's local time. */
export type Opening = {
  /** Each from a Monday on until the next; seven days, or one where all are alike (see [shortened]). */
  weeks: readonly { from: string; days: readonly Spans[] }[];
  /** The first day of which nothing is said. */
  until: string;
  /** Rules that are not computed, as they are written. */
  remarks?: readonly string[];
};

/** From when until when, in minutes from midnight. What passes midnight ends after 1440. */
export type Spans = readonly (readonly number[])[];

/** A moment as the clocks of a region show it. `day` counts from 1970; `zone` is an IANA name, an unknown one is UTC. */
export type LocalTime = { instant: number; day: number; minute: number; zone: string };

/** How a place stands at a moment. `inMinutes` are real ones; `opens` is null where no opening is known of. */
export type Standing =
  | { isOpen: true; closes: { inMinutes: number; minute: number } | null }
  | { isOpen: false; opens: { inDays: number; day: number; minute: number } | null };

const DAY = 24 * 60;
const DAY_MS = DAY * 60_000;

/** The API's answer without what a list does not need: weeks that are over, and six of seven equal days. */
export function shortened(opening: NonNullable<PlaceResponse["opening"]>, now: Date): Opening {
  // Two days of room for other time zones and for the night before.
  const oldest = Math.floor(now.getTime() / DAY_MS) - 2;
  const weeks = opening.weeks.filter((_, at) => {
    const next = opening.weeks[at + 1];
    return next === undefined || dayOf(next.from) > oldest;
  });
  return {
    weeks: weeks.map(({ from, days }) => ({ from, days: days.every(equals(days[0]!)) ? [days[0]!] : days })),
    until: opening.until,
    ...(opening.remarks && { remarks: opening.remarks }),
  };
}

/** What the clocks in a time zone show at a moment. */
export function localTime(moment: Date, zone: string): LocalTime {
  const shown = shownAs(moment.getTime(), zone);
  const day = Math.floor(shown / DAY_MS);
  return { instant: moment.getTime(), day, minute: Math.floor((shown - day * DAY_MS) / 60_000), zone };
}

/** How a place stands; null where its hours say nothing of that day. */
export function standing(opening: Opening, now: LocalTime): Standing | null {
  if (spansOn(opening, now.day) === null) return null;
  let end: number | null = null; // of the span that holds now, in minutes from today's midnight
  for (let inDays = -1; ; inDays += 1) {
    const spans = spansOn(opening, now.day + inDays);
    if (spans === null && inDays >= 0) {
      // Here the calendar ends: open until then at least, or closed until then.
      return end === null ? { isOpen: false, opens: null } : { isOpen: true, closes: null };
    }
    for (const [from, to] of spans ?? []) {
      const [begins, ends] = [inDays * DAY + from!, inDays * DAY + to!];
      if (end !== null) {
        if (begins > end) return { isOpen: true, closes: closing(now, end) };
        end = Math.max(end, ends);
      } else if (begins <= now.minute && now.minute < ends) {
        end = ends;
      } else if (begins > now.minute) {
        const opens = { inDays: Math.floor(begins / DAY), minute: begins % DAY };
        return { isOpen: false, opens: { ...opens, day: now.day + opens.inDays } };
      }
    }
    // A gap of a day, or a week without one: what is open all week long does not close.
    if (end !== null && end < inDays * DAY) return { isOpen: true, closes: closing(now, end) };
    if (end !== null && inDays >= 7) return { isOpen: true, closes: null };
  }
}

/** Whether a place is known to be open. */
export function isOpenAt(opening: Opening | undefined, now: LocalTime): boolean {
  return opening !== undefined && standing(opening, now)?.isOpen === true;
}

/** A day's spans; null beyond what is known. */
export function spansOn(opening: Opening, day: number): Spans | null {
  if (day >= dayOf(opening.until)) return null;
  const week = opening.weeks.findLast(({ from }) => dayOf(from) <= day);
  return week ? (week.days[weekdayOf(day) % week.days.length] ?? null) : null;
}

/** The seven days that hold for most of what is known, from Monday. */
export function usualWeek({ weeks, until }: Opening): readonly Spans[] {
  const length = new Map<string, number>();
  weeks.forEach(({ from, days }, at) => {
    const key = JSON.stringify(days);
    length.set(key, (length.get(key) ?? 0) + dayOf(weeks[at + 1]?.from ?? until) - dayOf(from));
  });
  const [longest] = [...length].sort(([, a], [, b]) => b - a);
  const days: Spans[] = longest ? (JSON.parse(longest[0]) as Spans[]) : [];
  return days.length === 1 ? Array.from({ length: 7 }, () => days[0]!) : days;
}

/** Days in a row whose hours are alike. `to` is the last of them; null where the calendar ends before they do. */
export type Special = { from: number; to: number | null; spans: Spans };

/** The days whose hours are not the usual ones, in the order of time. */
export function specialDays(opening: Opening): Special[] {
  const usual = usualWeek(opening);
  const [first, end] = [dayOf(opening.weeks[0]?.from ?? opening.until), dayOf(opening.until)];
  // `reach` goes on over days that are always so: a Sunday off does not end a week off.
  const special: { from: number; to: number; reach: number; spans: Spans }[] = [];
  for (let day = first; day < end; day += 1) {
    const spans = spansOn(opening, day)!;
    const isUsual = equals(usual[weekdayOf(day)]!)(spans);
    const last = special.at(-1);
    if (last && last.reach === day - 1 && equals(last.spans)(spans)) {
      last.reach = day;
      if (!isUsual) last.to = day;
    } else if (!isUsual) special.push({ from: day, to: day, reach: day, spans });
  }
  return special.map(({ from, to, reach, spans }) => ({ from, to: reach === end - 1 ? null : to, spans }));
}

/** More special days than these are left to the hours in words. */
const MOST_SPECIAL = 6;

/** The special days that travellers are told of: the next ones. What is over stays until it is known what day it is. */
export function nextSpecialDays(opening: Opening, today: number | null): Special[] {
  const isOver = ({ to }: Special) => today !== null && to !== null && to < today;
  return specialDays(opening)
    .filter((days) => !isOver(days))
    .slice(0, MOST_SPECIAL);
}

/** Weekdays in a row whose hours are alike; 0 is Monday. */
export type Row = { first: number; last: number; spans: Spans };

/** A week by its rows, from Monday. */
export function rowsOf(week: readonly Spans[]): Row[] {
  const rows: Row[] = [];
  week.forEach((spans, at) => {
    const row = rows.at(-1);
    if (row && equals(row.spans)(spans)) row.last = at;
    else rows.push({ first: at, last: at, spans });
  });
  return rows;
}

/** "07:00"; midnight at the end of a day is "24:00". */
export function clock(minute: number): string {
  const shown = minute === DAY ? DAY : minute % DAY;
  return `${String(Math.floor(shown / 60)).padStart(2, "0")}:${String(shown % 60).padStart(2, "0")}`;
}

/** A date as days from 1970. */
export function dayOf(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
}

/** Days from 1970 as a date. */
export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** 0 is Monday. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

function equals(one: Spans) {
  return (other: Spans) =>
    one.length === other.length &&
    one.every(([from, to], at) => other[at]![0] === from && other[at]![1] === to);
}

/** When a span ends. Its real minutes, for in the night when clocks change there are more or fewer than they show. */
function closing(now: LocalTime, end: number) {
  const shown = now.day * DAY_MS + end * 60_000;
  const nowShown = shownAs(now.instant, now.zone);
  const guess = now.instant + (shown - nowShown);
  const instant = guess + (shown - shownAs(guess, now.zone));
  return { inMinutes: Math.ceil((instant - now.instant) / 60_000), minute: end };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A moment's local date and time in a zone, counted as if that were UTC, in milliseconds. */
function shownAs(instant: number, zone: string): number {
  const part: Record<string, number> = {};
  for (const { type, value } of formatIn(zone).formatToParts(instant)) part[type] = Number(value);
  return Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second);
}

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const number = "numeric" as const;
  const options = {
    ...{ year: number, month: number, day: number, hour: number, minute: number, second: number },
    hourCycle: "h23" as const,
    calendar: "gregory",
    numberingSystem: "latn",
  };
  let format;
  try {
    format = new Intl.DateTimeFormat("en-US", { ...options, timeZone: zone });
  } catch {
    format = new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
  }
  formats.set(zone, format);
  return format;
}
