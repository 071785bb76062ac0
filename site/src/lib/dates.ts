import { currentLocale } from "@karst/web/messages";

export type TimeOfDay = "dawn" | "day" | "dusk" | "night";

/** The light outside at a moment in a time zone (IANA name), near the tropics. An unknown zone counts as UTC. */
export function timeOfDay(moment: Date, timeZone: string): TimeOfDay {
  const hour = datePart(moment, timeZone, "hour");
  if (hour < 5 || hour >= 19) return "night";
  if (hour < 8) return "dawn";
  return hour < 17 ? "day" : "dusk";
}

/**
 * The date of a moment (RFC 3339), "January 5, 2026", in a time zone (IANA name; an unknown one counts as UTC). Blank for
 * an invalid moment, so that a stored value never keeps a page from rendering. R91
 */
export function longDate(moment: string, timeZone: string): string {
  return formatDate(moment, timeZone, { dateStyle: "long" });
}

/** The date of the last moment before an end: midnight ends the day before. */
export function lastDate(end: string, timeZone: string): string {
  const moment = Date.parse(end) - 1;
  return Number.isNaN(moment) ? "" : longDate(new Date(moment).toISOString(), timeZone);
}

/** The month of a moment, "January 2026". */
export function monthOf(moment: string, timeZone: string): string {
  return formatDate(moment, timeZone, { month: "long", year: "numeric" });
}

/** The year of a moment (RFC 3339) in a time zone, as a number. */
export function yearOf(moment: string, timeZone: string): number {
  return datePart(new Date(moment), timeZone, "year");
}

function formatDate(moment: string, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? "" : dateFormat(timeZone, options).format(date);
}

/** A part of a date as a number, in every language. */
function datePart(date: Date, timeZone: string, type: "year" | "hour"): number {
  const options = { calendar: "gregory", numberingSystem: "latn", hourCycle: "h23" } as const;
  const parts = dateFormat(timeZone, { ...options, [type]: "numeric" }).formatToParts(date);
  return Number(parts.find((part) => part.type === type)?.value);
}

function dateFormat(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(currentLocale(), { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat(currentLocale(), { ...options, timeZone: "UTC" });
  }
}
