import { ALL_DAY, CLOSED, DAYS, MONTHS, type Hours, type Season, type Special, type Times } from "./week";

/** Days of a week that a rule names, from 0 for Monday, with what it says of them. */
interface WeekRule {
  days: readonly number[];
  times: Times;
}

type Rule =
  | ({ kind: "week" } & WeekRule)
  | ({ kind: "season"; first: number; last: number } & WeekRule)
  | ({ kind: "special" } & Special);

/** A rule before its times are read: of which days it speaks. */
type Selector =
  | { kind: "week"; days: readonly number[] }
  | { kind: "season"; first: number; last: number; days: readonly number[] }
  | { kind: "special"; from: string; to: string; isYearly: boolean };

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const KINDS: Rule["kind"][] = ["week", "season", "special"];
const DAY = `(?:${DAYS.join("|")})`;
const MONTH = `(?:${MONTHS.join("|")})`;

const WEEKDAYS = new RegExp(`^${DAY}(?:-${DAY})?(?:,${DAY}(?:-${DAY})?)*$`);
const SEASON = new RegExp(`^(${MONTH})(?:-(${MONTH}))?(?: (.+))?$`);
const DATES = new RegExp(
  `^(?:(?:(\\d{4}) )?(${MONTH}) (\\d\\d?)|\\?)(?:-(?:(?:(\\d{4}) )?(${MONTH}) )?(\\d\\d?))?$`,
);
const LEAP_DAY = /Feb (?:\d+-)?29/;
const SPAN = /^(?:(\d\d?):(\d\d)|\?)-(?:(\d\d?):(\d\d)|\?)$/;

/**
 * The opening hours that a text in OpenStreetMap's syntax has, where a week, seasons and special days can say the same;
 * null where they cannot. `year` is put to dates that come every year.
 */
export function readHours(text: string, year = new Date().getFullYear()): Hours | null {
  const rules: Rule[] = [];
  for (const part of text.split(";")) {
    const rule = readRule(part.trim().replace(/\s*([,-])\s*/g, "$1"), year);
    if (!rule) return null;
    // A later rule counts more: here that is always the one for fewer days.
    const last = rules.at(-1);
    if (last && KINDS.indexOf(last.kind) > KINDS.indexOf(rule.kind)) return null;
    rules.push(rule);
  }
  const of = <Kind extends Rule["kind"]>(kind: Kind) =>
    rules.filter((rule): rule is Extract<Rule, { kind: Kind }> => rule.kind === kind);
  const week = EVERY_DAY.map((day) => timesOn(day, of("week")) ?? CLOSED);
  const seasons = readSeasons(of("season"), week);
  const special = of("special").map(({ from, to, isYearly, times }) => ({ from, to, isYearly, times }));
  return seasons && { week, seasons, special };
}

function readRule(text: string, year: number): Rule | null {
  if (text === "24/7") return { kind: "week", days: EVERY_DAY, times: ALL_DAY };
  const words = text.split(/\s+/);
  const times = readTimes(words.pop()!);
  const selector = readSelector(words.join(" "), year);
  return times && selector && { ...selector, times };
}

function readSelector(text: string, year: number): Selector | null {
  if (text === "") return { kind: "week", days: EVERY_DAY };
  if (WEEKDAYS.test(text)) return { kind: "week", days: readDays(text) };
  const dates = DATES.exec(text);
  if (dates) return readDates(dates, year);
  const [, first, last = first, days] = SEASON.exec(text) ?? [];
  if (!first || (days && !WEEKDAYS.test(days))) return null;
  return {
    kind: "season",
    first: monthOf(first),
    last: monthOf(last!),
    days: days ? readDays(days) : EVERY_DAY,
  };
}

/** Rules of the same months are one season. The days that it does not name are the usual ones, or an earlier season's. */
function readSeasons(rules: readonly Extract<Rule, { kind: "season" }>[], usual: Hours["week"]) {
  const seasons: { first: number; last: number; rules: WeekRule[] }[] = [];
  for (const { first, last, ...rule } of rules) {
    const season = seasons.at(-1);
    if (season?.first === first && season.last === last) season.rules.push(rule);
    else seasons.push({ first, last, rules: [rule] });
  }
  const read: Season[] = [];
  for (const { first, last, rules } of seasons) {
    const isLater = read.some((season) =>
      months(season).some((month) => months({ first, last }).includes(month)),
    );
    const week = EVERY_DAY.map((day) => timesOn(day, rules) ?? (isLater ? null : usual[day]!));
    if (!week.every((times) => times !== null)) return null;
    read.push({ first, last, week });
  }
  return read;
}

/** The months of a season, which may pass the end of the year. */
export function months({ first, last }: Pick<Season, "first" | "last">): number[] {
  const length = ((last - first + 12) % 12) + 1;
  return Array.from({ length }, (_, at) => ((first - 1 + at) % 12) + 1);
}

/** What the last rule for a day says of it. */
const timesOn = (day: number, rules: readonly WeekRule[]) =>
  rules.findLast(({ days }) => days.includes(day))?.times;

const monthOf = (name: string) => MONTHS.indexOf(name) + 1;

function readDays(text: string): number[] {
  return text.split(",").flatMap((range) => {
    const [first, last = first] = range.split("-").map((name) => (DAYS as readonly string[]).indexOf(name));
    return Array.from({ length: ((last! - first! + 7) % 7) + 1 }, (_, at) => (first! + at) % 7);
  });
}

function readDates(found: RegExpExecArray, year: number): Selector | null {
  const [, yearFrom, monthFrom, dayFrom, yearTo = yearFrom, monthTo = monthFrom, dayTo] = found;
  // A first day that is missing has no month to lend.
  if (dayTo && !monthTo) return null;
  const isYearly = monthFrom !== undefined && yearFrom === undefined;
  if (isYearly && yearTo !== undefined) return null;
  const [begins, ends] = [
    [monthOf(monthFrom ?? ""), Number(dayFrom)],
    [monthOf(monthTo ?? ""), Number(dayTo)],
  ] as const;
  const shown = LEAP_DAY.test(found[0]) ? leapYearFrom(year) : year;
  const isNextYear = isYearly && ends[0] * 100 + ends[1] < begins[0] * 100 + begins[1];
  const from = monthFrom ? dateOf(yearFrom ?? shown, ...begins) : "";
  const to = dayTo ? dateOf(yearTo ?? shown + Number(isNextYear), ...ends) : "";
  if (from === null || to === null) return null;
  return { kind: "special", from, to: to === from ? "" : to, isYearly };
}

function leapYearFrom(year: number): number {
  return new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29 ? year : leapYearFrom(year + 1);
}

/** A date as inputs have it; null for one that no calendar has. */
function dateOf(year: number | string, month: number, day: number): string | null {
  const text = [
    String(year).padStart(4, "0"),
    ...[month, day].map((part) => String(part).padStart(2, "0")),
  ].join("-");
  return new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ? text : null;
}

function readTimes(text: string): Times | null {
  if (text === "off" || text === "closed") return CLOSED;
  const spans = text.split(",").map(readSpan);
  return spans.every((span) => span !== null) ? spans : null;
}

/** `18:00-26:00` is what people write as 18:00 to 02:00. */
function readSpan(text: string) {
  const found = SPAN.exec(text);
  if (!found) return null;
  const [, fromHour, fromMinute, toHour, toMinute] = found;
  const from = fromHour === undefined ? "" : clock(Number(fromHour), fromMinute!);
  const isWholeDay = from === "00:00" && Number(toHour) === 24 && toMinute === "00";
  if (isWholeDay) return ALL_DAY[0]!;
  const isNextDay = Number(toHour) >= 24;
  const to = toHour === undefined ? "" : clock(Number(toHour) - (isNextDay ? 24 : 0), toMinute!);
  // More than a day, or no time at all.
  if (from === null || to === null || (isNextDay && to > from && from !== "")) return null;
  return { from, to };
}

function clock(hour: number, minute: string): string | null {
  return hour < 24 && Number(minute) < 60 ? `${String(hour).padStart(2, "0")}:${minute}` : null;
}
