/** Dates in the language of the console and the time zone of the browser. Times come as RFC 3339. */
import { ago as relativeTime } from "@karst/web/ago";
import { currentLocale } from "@karst/web/messages";

const WEEK_MS = 7 * 86_400_000;

const format = (time: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(currentLocale(), options).format(new Date(time));

/** `14:02` */
export const minuteOf = (time: string): string =>
  format(time, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** `14:02:11` */
export const timeOf = (time: string): string =>
  format(time, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });

/** `November 21, 2026 at 2:02 PM` */
export const longDate = (time: string): string => format(time, { dateStyle: "long", timeStyle: "short" });

/** `Nov 21`, with the year unless it is the current one. */
export function dayOf(time: string, now = new Date()): string {
  const isThisYear = new Date(time).getFullYear() === now.getFullYear();
  return isThisYear ? format(time, { month: "short", day: "numeric" }) : dateOf(time);
}

export const isToday = (time: string, now = new Date()): boolean =>
  new Date(time).toDateString() === now.toDateString();

/** `3 minutes ago`, `2 hours ago`, `yesterday`; the day itself after a week. */
export function ago(time: string, now = new Date()): string {
  const isRecent = now.getTime() - Date.parse(time) < WEEK_MS;
  return (isRecent && relativeTime(time, now)) || dayOf(time, now);
}

/** `Nov 21, 2026` in UTC, for dates in addresses, which begin at midnight UTC. */
export const utcDateOf = (time: string): string =>
  format(time, { month: "short", day: "numeric", year: "numeric", timeZone: "UTC" });

/** `Nov 21, 2026` */
export const dateOf = (time: string): string =>
  format(time, { month: "short", day: "numeric", year: "numeric" });
