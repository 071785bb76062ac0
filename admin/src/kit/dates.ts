/** Dates in the language of the console and the time zone of the browser. Times come as RFC 3339. */

import { currentLocale } from "@karst/web/messages";
import { t } from "../messages/time.gen";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const format = (time: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(currentLocale(), options).format(new Date(time));
const relative = () => new Intl.RelativeTimeFormat(currentLocale(), { numeric: "auto" });

/** `14:02` */
export const minuteOf = (time: string): string =>
  format(time, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** `14:02:11` */
export const timeOf = (time: string): string =>
  format(time, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });

/** `November 21, 2026 at 2:02 PM` */
export const longDate = (time: string): string => format(time, { dateStyle: "long", timeStyle: "short" });

/** `Nov 21`, with its year when that is not this one. */
export function dayOf(time: string, now = new Date()): string {
  const isThisYear = new Date(time).getFullYear() === now.getFullYear();
  return isThisYear ? format(time, { month: "short", day: "numeric" }) : dateOf(time);
}

export const isToday = (time: string, now = new Date()): boolean =>
  new Date(time).toDateString() === now.toDateString();

/** `3 minutes ago`, `2 hours ago`, `yesterday`; the day itself after a week. */
export function ago(time: string, now = new Date()): string {
  const pastMs = now.getTime() - Date.parse(time);
  if (pastMs < MINUTE_MS) return t("justNow");
  if (pastMs < HOUR_MS) return relative().format(-Math.floor(pastMs / MINUTE_MS), "minute");
  if (pastMs < DAY_MS) return relative().format(-Math.floor(pastMs / HOUR_MS), "hour");
  if (pastMs < 7 * DAY_MS) return relative().format(-Math.floor(pastMs / DAY_MS), "day");
  return dayOf(time, now);
}

/** `Nov 21, 2026` */
export const dateOf = (time: string): string =>
  format(time, { month: "short", day: "numeric", year: "numeric" });
