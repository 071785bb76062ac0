/** Times like "18:00" and "02:00"; "" if missing. An end that is not later than the start is on the next day. */
export interface Span {
  from: string;
  to: string;
}

/** The times of a day; empty if closed. */
export type Times = readonly Span[];

/** Seven days, from Monday. */
export type Week = readonly Times[];

/** Months with their own week, every year; 1 is January. */
export interface Season {
  first: number;
  last: number;
  week: Week;
}

/** A day or a range of days with its own times. `to` is "" for a single day. */
export interface Special {
  /** Like "2027-02-05"; "" if missing. */
  from: string;
  to: string;
  isYearly: boolean;
  times: Times;
}

/** Editable opening hours. Later fields override earlier ones. */
export interface Hours {
  week: Week;
  seasons: readonly Season[];
  special: readonly Special[];
}

export const DAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"] as const;
export const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
export const CLOSED: Times = [];
export const ALL_DAY: Times = [{ from: "00:00", to: "24:00" }];
/** Placeholder of a missing time or day in the text; only the console writes it. */
export const MISSING = "?";
/** The same for a yearly day. */
export const MISSING_YEARLY = `every ${MISSING}`;

export const isAllDay = (times: Times) => timesText(times) === timesText(ALL_DAY);

/** Whether a span continues after midnight. */
export const isOvernight = ({ from, to }: Span) => from !== "" && to !== "" && to !== "00:00" && to <= from;

/** The error in the dates of a special day, if any. */
export function faultOf({ from, to, isYearly }: Special): "missing" | "reversed" | null {
  if (!from) return "missing";
  return to && to < from && !isYearly ? "reversed" : null;
}

/** The times of all days. */
export function timesOf({ week, seasons, special }: Hours): readonly Times[] {
  return [...week, ...seasons.flatMap((season) => season.week), ...special.map(({ times }) => times)];
}

/** Whether all times and dates are complete and in order. */
export function isWhole(hours: Hours): boolean {
  const spans = timesOf(hours).flat();
  return spans.every(({ from, to }) => from && to) && hours.special.every((one) => faultOf(one) === null);
}

export const hasNight = (days: readonly Times[]) => days.flat().some(isOvernight);

/**
 * Opening hours in OpenStreetMap's syntax: `Mo-Fr 08:00-17:00; Sa 08:00-12:00; 2027 Feb 05-11 off`. A rule after a
 * semicolon replaces the day, and cuts the night before. To keep nights whole, rules are added with a comma:
 * `Mo-Th 18:00-01:00, Fr,Sa 18:00-03:00`, and the days that they replace are closed first.
 */
export function writeHours({ week, seasons, special }: Hours): string {
  const later = [
    ...seasons.map(({ first, last, week }) => seasonText(week, monthsText(first, last))),
    ...special.map((one) => specialText(datesText(one), one.times)),
  ];
  return [usualText(week, later.length === 0), ...later].filter(Boolean).join("; ");
}

/** Days without a rule are closed, so closed days need a rule only if there are no other rules. */
function usualText(week: Week, isAlone: boolean): string {
  if (week.every(isAllDay)) return "24/7";
  const rules = weekRules(week).filter(isOpen);
  return rules.length === 0 && isAlone ? "Mo-Su off" : rules.join(hasNight(week) ? ", " : "; ");
}

function seasonText(week: Week, months: string): string {
  const rules = weekRules(week, months);
  return hasNight(week) ? [`${months} off`, ...rules.filter(isOpen)].join(", ") : rules.join("; ");
}

function specialText(dates: string, times: Times): string {
  const rule = `${dates} ${timesText(times)}`;
  return hasNight([times]) ? `${dates} off, ${rule}` : rule;
}

const isOpen = (rule: string) => !rule.endsWith(" off");

/** One rule for all days with the same times. */
function weekRules(week: Week, months?: string): string[] {
  const kinds = new Map<string, number[]>();
  week.forEach((times, day) => {
    const text = timesText(times);
    kinds.set(text, [...(kinds.get(text) ?? []), day]);
  });
  return [...kinds].map(([times, days]) => {
    // Months are a selector on their own; times alone would be hard to read.
    const named = days.length === 7 && months ? undefined : daysText(days);
    return [months, named, times].filter(Boolean).join(" ");
  });
}

/** `Mo-Fr`, `Sa,Su`, `Mo-We,Fr`: three days in a row are a range. */
function daysText(days: readonly number[]): string {
  const runs: number[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  return runs
    .map((run) => {
      const names = run.map((day) => DAYS[day]!);
      return names.length > 2 ? `${names[0]}-${names.at(-1)}` : names.join(",");
    })
    .join(",");
}

function monthsText(first: number, last: number): string {
  return [...new Set([first, last])].map((month) => MONTHS[month - 1]).join("-");
}

/** `2027 Feb 05-11`, `2026 Dec 30-2027 Jan 02`, or yearly `Dec 24-26`. */
function datesText({ from, to, isYearly }: Special): string {
  const begins = dateText(from, isYearly);
  if (!to || to === from) return begins;
  // A reversed range is written in full: shortened, it would end in the next month or year.
  const isSame = (length: number) => from < to && from.slice(0, length) === to.slice(0, length);
  if (isSame(7)) return `${begins}-${to.slice(8)}`;
  return `${begins}-${dateText(to, isYearly || isSame(4))}`;
}

function dateText(date: string, isYearly: boolean): string {
  const [year, month, day] = date.split("-");
  if (!day) return isYearly ? MISSING_YEARLY : MISSING;
  return `${isYearly ? "" : `${year} `}${MONTHS[Number(month) - 1]} ${day}`;
}

function timesText(times: Times): string {
  const spans = times.map(({ from, to }) => `${from || MISSING}-${to === "00:00" ? "24:00" : to || MISSING}`);
  return spans.join(",") || "off";
}
