/** Opening hours in words, for the site and for the preview of the console. */
import {
  formatClock,
  isoDateOf,
  weekdayOf,
  type WeekdayGroup,
  type SpecialDays,
  type Spans,
  type OpenStatus,
} from "@karst/client/opening/calendar";
import { t } from "./catalogs/opening.gen";
import { currentLocale } from "./messages";

/** A place that closes within this time shows the minutes that are left. */
const CLOSES_SOON_MIN = 30;

/** Stands for no days in the messages of times. */
const NO_DAYS = "none";

/** The accessible name of a regular week. */
export const weekLabel = () => t("week");

/** Whether a place is open, and until when or from when. */
export function formatState(state: OpenStatus): string {
  if (state.isOpen) {
    if (closesSoon(state)) return formatStateShort(state);
    return state.closes ? t("state.openUntil", { time: formatClock(state.closes.minute) }) : t("state.open");
  }
  if (!state.opens) return t("state.closed");
  const { inDays, day, minute } = state.opens;
  const time = formatClock(minute);
  if (inDays === 0) return t("state.closedUntil", { time });
  if (inDays === 1) return t("state.closedUntilTomorrow", { time });
  return inDays < 7
    ? t("state.closedUntilWeekday", { weekday: formatWeekday(weekdayOf(day)), time })
    : t("state.closedUntilDate", { date: formatDate(day), time });
}

/** The same in the space of a card. */
export function formatStateShort(state: OpenStatus): string {
  if (state.isOpen) {
    return closesSoon(state) ? t("state.closesSoon", { minutes: state.closes!.inMinutes }) : t("state.open");
  }
  return state.opens?.inDays === 0
    ? t("state.opensAt", { time: formatClock(state.opens.minute) })
    : t("state.closed");
}

/** The name of a weekday; 0 is Monday. */
export function formatWeekday(weekday: number): string {
  return formatUtc(Date.UTC(2024, 0, 1 + weekday), { weekday: "long" });
}

/** The days of a row of a week. */
export function formatDays({ first, last }: Pick<WeekdayGroup, "first" | "last">): string {
  if (first === 0 && last === 6) return t("days.all");
  if (first === last) return formatWeekday(first);
  const names = { first: formatWeekday(first), last: formatWeekday(last) };
  return last === first + 1 ? t("days.two", names) : t("days.range", names);
}

/** The times of a day, with its name if `days` is given. */
export function formatTimes(spans: Spans, days = NO_DAYS): string {
  const [span] = spans;
  if (!span) return t("times.closed", { days });
  if (span[0] === 0 && span[1] === 1440) return t("times.allDay", { days });
  const times = spans.map(([from, to]) => `${formatClock(from!)}–${formatClock(to!)}`).join(", ");
  return t("times.spans", { days, times });
}

/** Days with hours of their own, with these hours. */
export function formatSpecialDays({ from, to, spans }: SpecialDays): string {
  const first = formatDate(from);
  if (to === null) return formatTimes(spans, t("dates.from", { date: first }));
  return formatTimes(spans, to === from ? first : t("dates.range", { first, last: formatDate(to) }));
}

const SPAN = String.raw`\d\d:\d\d-\d\d:\d\d`;
const SPANS = new RegExp(`^${SPAN}(,${SPAN})*$`);

/**
 * A rule of opening hours that is not computed, such as `PH off` or `18:00+`. A rule of another form is returned as it is
 * written, without quotation marks.
 */
export function formatRemark(rule: string): string {
  const [, selector, times = ""] = /^(?:([A-Z][A-Za-z,-]*) )?(.+)$/.exec(rule) ?? [];
  const days = selector === undefined ? NO_DAYS : formatSelector(selector);
  return (days && formatRuleTimes(times, days)) ?? rule.replaceAll('"', "");
}

/** Null if the times have another form. */
function formatRuleTimes(times: string, days: string): string | null {
  if (times === "off" || times === "closed") return t("times.closed", { days });
  if (times === "sunrise-sunset") return t("times.daylight", { days });
  if (times === "dawn-dusk") return t("times.twilight", { days });
  if (/^\d\d:\d\d\+$/.test(times)) return t("times.openEnd", { days, time: times.slice(0, -1) });
  if (SPANS.test(times)) {
    return t("times.spans", { days, times: times.replaceAll("-", "–").replaceAll(",", ", ") });
  }
  const comment = /^"([^"]+)"$/.exec(times)?.[1];
  return comment === undefined ? null : t("times.spans", { days, times: comment });
}

const WEEKDAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];

/** Weekdays and holidays in the syntax of OpenStreetMap, such as `Mo-Fr,PH`; null for anything else. */
function formatSelector(selector: string): string | null {
  const names = selector.split(",").map((part, index) => {
    const position = index === 0 ? "first" : "other";
    if (part === "PH") return t("days.publicHolidays", { position });
    if (part === "SH") return t("days.schoolHolidays", { position });
    const [first = -1, last = first, ...rest] = part.split("-").map((day) => WEEKDAYS.indexOf(day));
    return first < 0 || last < 0 || rest.length > 0 ? null : formatDays({ first, last });
  });
  return names.includes(null) ? null : names.join(", ");
}

function closesSoon({ closes }: OpenStatus & { isOpen: true }): boolean {
  return closes !== null && closes.inMinutes <= CLOSES_SOON_MIN;
}

const formatDate = (day: number) => formatUtc(Date.parse(isoDateOf(day)), { dateStyle: "medium" });

/** Creates the formatter only when it is needed: the first one takes a phone 50 ms, and every page loads this module. */
function formatUtc(moment: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(currentLocale(), { ...options, timeZone: "UTC" }).format(moment);
}
