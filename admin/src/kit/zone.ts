import { currentLocale } from "@karst/web/messages";

/** Times in the time zone of the region, in which publication times are shown and typed. */

/** Formatters by zone, because making one takes far longer than using it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const clock = clocks.get(zone) ?? newClock(zone);
  clocks.set(zone, clock);
  return clock;
}

/** The locale does not matter: calendar and digits are fixed. */
const newClock = (timeZone: string) =>
  new Intl.DateTimeFormat("en", {
    timeZone,
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

/** How far a clock in `zone` (an IANA name) is ahead of UTC at a moment, in milliseconds. */
function offset_ms(zone: string, moment_ms: number): number {
  const part = Object.fromEntries(
    clockOf(zone)
      .formatToParts(moment_ms)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<"year" | "month" | "day" | "hour" | "minute" | "second", number>;
  const shown = Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second);
  return shown - Math.floor(moment_ms / 1000) * 1000;
}

/** `2026-11-25T09:00`: what a clock in `zone` shows at `time` (RFC 3339); "" for an invalid time. */
export function clockIn(zone: string, time: string): string {
  const moment_ms = Date.parse(time);
  if (Number.isNaN(moment_ms)) return "";
  return new Date(moment_ms + offset_ms(zone, moment_ms)).toISOString().slice(0, 16);
}

/** How often a clock in a region shows a time: usually once; when the clock is changed, not at all or twice. */
export type Occurrence = "once" | "skipped" | "twice";

/**
 * The moment at which a clock in `zone` shows `text`, as RFC 3339, and how often it shows it; null for an invalid
 * time.
 */
function read(zone: string, text: string): { moment: string; occurrence: Occurrence } | null {
  // JavaScript engines parse incomplete dates in different ways.
  const shown_ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(`${text}Z`) : NaN;
  if (Number.isNaN(shown_ms)) return null;
  const day_ms = 86_400_000;
  // Tries the offsets of the day before and of the day after. They differ around a change of the clock.
  const before = shown_ms - offset_ms(zone, shown_ms - day_ms);
  const after = shown_ms - offset_ms(zone, shown_ms + day_ms);
  const isShownAt = (moment_ms: number) => moment_ms + offset_ms(zone, moment_ms) === shown_ms;
  const isBefore = isShownAt(before);
  const isAfter = isShownAt(after);
  const moment = new Date(!isBefore && isAfter ? after : before).toISOString();
  if (isBefore && isAfter && before !== after) return { moment, occurrence: "twice" };
  return { moment, occurrence: isBefore || isAfter ? "once" : "skipped" };
}

/**
 * The moment at which a clock in `zone` shows `text` (`2026-11-25T09:00`), as RFC 3339 in UTC; "" for an invalid
 * time. For a time that the clock skips, the offset before the change applies, so the moment is later. For a time
 * that it shows twice, the first moment counts. Temporal calls this "compatible".
 */
export const momentIn = (zone: string, text: string): string => read(zone, text)?.moment ?? "";

/** How often a clock in `zone` shows `text`. */
export const occurrenceIn = (zone: string, text: string): Occurrence =>
  read(zone, text)?.occurrence ?? "once";

/** `GMT+7`: the offset of a clock in `zone` at `time`, or now. */
export function offsetName(zone: string, time: string): string | undefined {
  const moment = Date.parse(time);
  return new Intl.DateTimeFormat(currentLocale(), { timeZone: zone, timeZoneName: "shortOffset" })
    .formatToParts(Number.isNaN(moment) ? undefined : moment)
    .find(({ type }) => type === "timeZoneName")?.value;
}

/** `Asia/Ho Chi Minh (GMT+7)` */
export function zoneName(zone: string, time: string): string {
  const name = offsetName(zone, time);
  return `${zone.replaceAll("_", " ")}${name ? ` (${name})` : ""}`;
}

/** `Wed, Nov 25, 2026, 09:00`: the date and time in `zone` at `time`. */
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

/** `Nov 25, 2026`: the date in `zone` at `time`. */
export const calendarDateIn = (zone: string | undefined, time: string): string =>
  new Intl.DateTimeFormat(currentLocale(), { timeZone: zone, dateStyle: "medium" }).format(Date.parse(time));

/** Fields of records with a time that an editor sets. */
const TIME_FIELDS: readonly string[] = ["publicationDate", "unpublishAt", "startsAt", "endsAt"];

/** The date and time in `zone` of such a field; null for other fields and for an invalid time. */
export function dateOfField(zone: string | undefined, field: string, value: unknown): string | null {
  if (!TIME_FIELDS.includes(field) || typeof value !== "string" || Number.isNaN(Date.parse(value)))
    return null;
  return dateIn(zone, value);
}
