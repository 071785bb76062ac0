import { ago as relativeTime } from "@karst/web/ago";

/** Dates as the console writes them: en-US, in the reader's own time zone. Times come as RFC 3339. */

const clock = new Intl.DateTimeFormat("en-US", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
const minute = new Intl.DateTimeFormat("en-US", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const shortDay = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });
const yearDay = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric" });
const longDay = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short" });

const WEEK_MS = 7 * 86_400_000;

/** `14:02` */
export const minuteOf = (time: string): string => minute.format(new Date(time));

/** `14:02:11` */
export const timeOf = (time: string): string => clock.format(new Date(time));

/** `November 21, 2026 at 2:02 PM` */
export const longDate = (time: string): string => longDay.format(new Date(time));

/** `Nov 21`, with its year when that is not this one. */
export function dayOf(time: string, now = new Date()): string {
  const date = new Date(time);
  return (date.getFullYear() === now.getFullYear() ? shortDay : yearDay).format(date);
}

export const isToday = (time: string, now = new Date()): boolean =>
  new Date(time).toDateString() === now.toDateString();

/** `3 minutes ago`, `2 hours ago`, `yesterday`; the day itself after a week. */
export function ago(time: string, now = new Date()): string {
  const isRecent = now.getTime() - Date.parse(time) < WEEK_MS;
  return (isRecent && relativeTime(time, now)) || dayOf(time, now);
}

/** `Nov 21, 2026` */
export const dateOf = (time: string): string => yearDay.format(new Date(time));
