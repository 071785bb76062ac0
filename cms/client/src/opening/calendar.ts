import type { PlaceResponse } from "../index";

/** The opening schedule of a place, as the API computes it: minutes of each day, in the region's local time. */
export type OpeningSchedule = {
  /** Each is valid from a Monday until the next one; seven days, or one if all are equal (see [compactSchedule]). */
  weeks: readonly { from: string; days: readonly Spans[] }[];
  /** The first day that is not computed. */
  until: string;
  /** Rules that are not computed, as the editor wrote them. */
  remarks?: readonly string[];
};

/** Start and end in minutes from midnight. A span past midnight ends after 1440. */
export type Spans = readonly (readonly number[])[];

/** A moment in local time. `day` counts from 1970; `zone` is an IANA name, an unknown one is UTC. */
export type LocalTime = { instant: number; day: number; minute: number; zone: string };

/** Whether a place is open at a moment. `inMinutes` is elapsed time; `opens` is null if no opening is known. */
export type OpenStatus =
  | { isOpen: true; closes: { inMinutes: number; minute: number } | null }
  | { isOpen: false; opens: { inDays: number; day: number; minute: number } | null };

const DAY = 24 * 60;
const DAY_MS = DAY * 60_000;

/** The schedule without what a list does not need: weeks that are over, and six of seven equal days. */
export function compactSchedule(opening: NonNullable<PlaceResponse["opening"]>, now: Date): OpeningSchedule {
  // Two days of room for other time zones and for the night before.
  const oldest = Math.floor(now.getTime() / DAY_MS) - 2;
  const weeks = opening.weeks.filter((_, at) => {
    const next = opening.weeks[at + 1];
    return next === undefined || epochDayOf(next.from) > oldest;
  });
  return {
    weeks: weeks.map(({ from, days }) => ({ from, days: days.every(equals(days[0]!)) ? [days[0]!] : days })),
    until: opening.until,
    ...(opening.remarks && { remarks: opening.remarks }),
  };
}

/** The local time of a moment in a time zone. */
export function localTime(moment: Date, zone: string): LocalTime {
  const shown = shownAs(moment.getTime(), zone);
  const day = Math.floor(shown / DAY_MS);
  return { instant: moment.getTime(), day, minute: Math.floor((shown - day * DAY_MS) / 60_000), zone };
}

/** Whether a place is open; null if its schedule does not contain that day. */
export function openStatus(opening: OpeningSchedule, now: LocalTime): OpenStatus | null {
  if (spansOn(opening, now.day) === null) return null;
  let end: number | null = null; // of the span that holds now, in minutes from today's midnight
  for (let inDays = -1; ; inDays += 1) {
    const spans = spansOn(opening, now.day + inDays);
    if (spans === null && inDays >= 0) {
      // The schedule ends here: open at least until then, or closed until then.
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
    // A gap of a day, or a week without a gap: a place that is open all week does not close.
    if (end !== null && end < inDays * DAY) return { isOpen: true, closes: closing(now, end) };
    if (end !== null && inDays >= 7) return { isOpen: true, closes: null };
  }
}

/** Whether a place is known to be open. */
export function isOpenAt(opening: OpeningSchedule | undefined, now: LocalTime): boolean {
  return opening !== undefined && openStatus(opening, now)?.isOpen === true;
}

/** A day's spans; null if the schedule does not contain the day. */
export function spansOn(opening: OpeningSchedule, day: number): Spans | null {
  if (day >= epochDayOf(opening.until)) return null;
  const week = opening.weeks.findLast(({ from }) => epochDayOf(from) <= day);
  return week ? (week.days[weekdayOf(day) % week.days.length] ?? null) : null;
}

/** The week that is valid for most of the schedule, from Monday. */
export function usualWeek({ weeks, until }: OpeningSchedule): readonly Spans[] {
  const length = new Map<string, number>();
  weeks.forEach(({ from, days }, at) => {
    const key = JSON.stringify(days);
    length.set(key, (length.get(key) ?? 0) + epochDayOf(weeks[at + 1]?.from ?? until) - epochDayOf(from));
  });
  const [longest] = [...length].sort(([, a], [, b]) => b - a);
  const days: Spans[] = longest ? (JSON.parse(longest[0]) as Spans[]) : [];
  return days.length === 1 ? Array.from({ length: 7 }, () => days[0]!) : days;
}

/** Consecutive days with equal hours. `to` is the last one; null if the schedule ends before they do. */
export type SpecialDays = { from: number; to: number | null; spans: Spans };

/** The days whose hours differ from the usual week, in order. */
export function specialDays(opening: OpeningSchedule): SpecialDays[] {
  const usual = usualWeek(opening);
  const [first, end] = [epochDayOf(opening.weeks[0]?.from ?? opening.until), epochDayOf(opening.until)];
  // `reach` continues over usual days with the same hours: a Sunday off does not end a week off.
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

/** How many special days are listed; the text of the opening hours has the rest. */
const MAX_SPECIAL_DAYS = 6;

/** The next special days, for travelers. Past ones are included while `today` is unknown. */
export function nextSpecialDays(opening: OpeningSchedule, today: number | null): SpecialDays[] {
  const isOver = ({ to }: SpecialDays) => today !== null && to !== null && to < today;
  return specialDays(opening)
    .filter((days) => !isOver(days))
    .slice(0, MAX_SPECIAL_DAYS);
}

/** Consecutive weekdays with equal hours; 0 is Monday. */
export type WeekdayGroup = { first: number; last: number; spans: Spans };

/** Groups a week's consecutive days with equal hours, from Monday. */
export function groupWeekdays(week: readonly Spans[]): WeekdayGroup[] {
  const groups: WeekdayGroup[] = [];
  week.forEach((spans, at) => {
    const group = groups.at(-1);
    if (group && equals(group.spans)(spans)) group.last = at;
    else groups.push({ first: at, last: at, spans });
  });
  return groups;
}

/** "07:00"; midnight at the end of a day is "24:00". */
export function formatClock(minute: number): string {
  const shown = minute === DAY ? DAY : minute % DAY;
  return `${String(Math.floor(shown / 60)).padStart(2, "0")}:${String(shown % 60).padStart(2, "0")}`;
}

/** A date as days from 1970. */
export function epochDayOf(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
}

/** Days from 1970 as a date. */
export function isoDateOf(day: number): string {
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

/** When a span ends. `inMinutes` is elapsed time, which differs from clock time in a night when the clocks change. */
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
