import { currentLocale } from "@karst/web/messages";

/** Times in the time zone of the region: publication times are shown and typed in it. */

/** How far a clock in `zone` (an IANA name) is ahead of UTC at a moment, in milliseconds. */
function offset_ms(zone: string, moment_ms: number): number {
  const clock = new Intl.DateTimeFormat(currentLocale(), {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const part = Object.fromEntries(
    clock.formatToParts(moment_ms).map(({ type, value }) => [type, Number(value)]),
  ) as Record<"year" | "month" | "day" | "hour" | "minute" | "second", number>;
  const shown = Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second);
  return shown - Math.floor(moment_ms / 1000) * 1000;
}

/** `2026-11-25T09:00`: what a clock in `zone` shows at `time` (RFC 3339); "" for what is no time. */
export function clockIn(zone: string, time: string): string {
  const moment_ms = Date.parse(time);
  if (Number.isNaN(moment_ms)) return "";
  return new Date(moment_ms + offset_ms(zone, moment_ms)).toISOString().slice(0, 16);
}

/**
 * The moment at which a clock in `zone` shows `text` (`2026-11-25T09:00`), as RFC 3339 in UTC; "" while it is no time.
 * An hour that a clock skips is read as the one after it, an hour that it shows twice as the first.
 */
export function momentIn(zone: string, text: string): string {
  // Engines read half-typed dates, each in its own way.
  const shown_ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(`${text}Z`) : NaN;
  if (Number.isNaN(shown_ms)) return "";
  const day_ms = 86_400_000;
  const before = shown_ms - offset_ms(zone, shown_ms - day_ms);
  const after = shown_ms - offset_ms(zone, shown_ms + day_ms);
  const moment_ms = before + offset_ms(zone, before) === shown_ms ? before : after;
  const isSkipped = moment_ms + offset_ms(zone, moment_ms) !== shown_ms;
  return new Date(isSkipped ? before : moment_ms).toISOString();
}

/** `Asia/Ho Chi Minh (GMT+7)` */
export function zoneName(zone: string, time: string): string {
  const moment = Date.parse(time);
  const name = new Intl.DateTimeFormat(currentLocale(), { timeZone: zone, timeZoneName: "shortOffset" })
    .formatToParts(Number.isNaN(moment) ? undefined : moment)
    .find(({ type }) => type === "timeZoneName")?.value;
  return `${zone.replaceAll("_", " ")}${name ? ` (${name})` : ""}`;
}

/** `Wed, Nov 25, 2026, 09:00`: what clocks and calendars in `zone` show at `time`. */
export function dateIn(zone: string | undefined, time: string): string {
  return new Intl.DateTimeFormat(currentLocale(), {
    timeZone: zone,
    weekday: "short",
    month: "short",
    day: "numeric",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(Date.parse(time));
}
