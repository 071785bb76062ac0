import {
  ALL_DAY,
  CLOSED,
  DAYS,
  hasNight,
  isOvernight,
  MISSING,
  MONTHS,
  type Hours,
  type Season,
  type Special,
  type Times,
} from "./week";

/** The weekdays of a rule, from 0 for Monday, with their times. */
interface WeekRule {
  days: readonly number[];
  times: Times;
}

/** Whether a rule adds to the rules before it (after a comma) or replaces them. */
interface Joined {
  isAdded: boolean;
}

type Rule = Joined &
  (
    | ({ kind: "week" } & WeekRule)
    | ({ kind: "season"; first: number; last: number } & WeekRule)
    | ({ kind: "special" } & Special)
  );
type RuleOf<Kind extends Rule["kind"]> = Extract<Rule, { kind: Kind }>;

/** The days of a rule. */
type Selector =
  | { kind: "week"; days: readonly number[] }
  | { kind: "season"; first: number; last: number; days: readonly number[] }
  | { kind: "special"; from: string; to: string; isYearly: boolean };

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const KINDS: Rule["kind"][] = ["week", "season", "special"];
const DAY = `(?:${DAYS.join("|")})`;
const UNKNOWN = `\\${MISSING}`;
const MONTH = `(?:${MONTHS.join("|")})`;

const WEEKDAYS = new RegExp(`^${DAY}(?:-${DAY})?(?:,${DAY}(?:-${DAY})?)*$`);
const SEASON = new RegExp(`^(${MONTH})(?:-(${MONTH}))?(?: (.+))?$`);
const DATES = new RegExp(
  `^(?:(?:(\\d{4}) )?(${MONTH}) (\\d\\d?)|(every )?${UNKNOWN})(?:-(?:(?:(\\d{4}) )?(${MONTH}) )?(\\d\\d?))?$`,
);
const LEAP_DAY = /Feb (?:\d+-)?29/;
const SPAN = new RegExp(`^(?:(\\d\\d?):(\\d\\d)|${UNKNOWN})-(?:(\\d\\d?):(\\d\\d)|${UNKNOWN})$`);

/**
 * Parses opening hours in OpenStreetMap's syntax; null if a week, seasons and special days cannot express them. `year`
 * completes yearly dates.
 */
export function readHours(text: string, year = new Date().getFullYear()): Hours | null {
  const rules: Rule[] = [];
  for (const layer of text.split(";")) {
    // A comma before a time separates times; elsewhere it adds a rule.
    for (const [nth, part] of layer
      .trim()
      .split(/,\s+(?!\d\d?:)/)
      .entries()) {
      const rule = readRule(part.replace(/,\s+/g, ",").replace(/\s*-\s*/g, "-"), year);
      if (!rule) return null;
      // Later rules override earlier ones, so rules for fewer days must come later.
      const last = rules.at(-1);
      const depth = KINDS.indexOf(rule.kind) - (last ? KINDS.indexOf(last.kind) : 0);
      if (depth < 0 || (nth > 0 && depth > 0)) return null;
      rules.push({ ...rule, isAdded: nth > 0 });
    }
  }
  const of = <Kind extends Rule["kind"]>(kind: Kind) =>
    rules.filter((rule): rule is RuleOf<Kind> => rule.kind === kind);
  const week = readWeek(of("week"));
  const seasons = week && readSeasons(of("season"), week);
  const special = readSpecial(of("special"));
  return week && seasons && special && { week, seasons, special };
}

function readRule(text: string, year: number) {
  if (text === "24/7") return { kind: "week", days: EVERY_DAY, times: ALL_DAY } as const;
  const tokens = text.split(/\s+/);
  const times = readTimes(tokens.pop()!);
  const selector = readSelector(tokens.join(" "), year);
  return times && selector && { ...selector, times };
}

/** The regular week; null if a rule cuts an overnight span or adds to a day of another rule. */
function readWeek(rules: readonly RuleOf<"week">[]): Hours["week"] | null {
  const week = EVERY_DAY.map((day) => timesOn(day, rules) ?? CLOSED);
  const isAdded = rules.some((rule) => rule.isAdded);
  if (!isAdded && !hasNight(rules.map(({ times }) => times))) return week;
  if (!areApart(rules) || (isAdded && !rules.slice(1).every((rule) => rule.isAdded && rule.times.length > 0)))
    return null;
  const ruleOf = (day: number) => rules.find(({ days }) => days.includes(day % 7));
  const lasts = (day: number) => [undefined, ruleOf(day)].includes(ruleOf(day + 1));
  return isAdded || EVERY_DAY.every((day) => !week[day]!.some(isOvernight) || lasts(day)) ? week : null;
}

/** Whether no day has two rules. */
function areApart(rules: readonly WeekRule[]): boolean {
  const days = rules.flatMap((rule) => [...new Set(rule.days)]);
  return new Set(days).size === days.length;
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

/** Groups rules of the same months. Days without a rule have the regular times, or those of an earlier season. */
function readSeasons(rules: readonly RuleOf<"season">[], usual: Hours["week"]): Season[] | null {
  const seasons: RuleOf<"season">[][] = [];
  for (const rule of rules) {
    const season = seasons.at(-1);
    if (season?.[0]!.first === rule.first && season[0]!.last === rule.last) season.push(rule);
    else seasons.push([rule]);
  }
  const read: Season[] = [];
  for (const rules of seasons.flatMap(apart)) {
    const { first, last } = rules[0]!;
    const isLater = read.some((season) =>
      months(season).some((month) => months({ first, last }).includes(month)),
    );
    const week = EVERY_DAY.map((day) => timesOn(day, rules) ?? (isLater ? null : usual[day]!));
    if (!week.every((times) => times !== null)) return null;
    // The syntax decides whether an overnight span is cut.
    const isNamed = EVERY_DAY.every((day) => timesOn(day, rules));
    const isKept = hasNight(week) ? areAdded(rules) : rules.every(({ isAdded }) => !isAdded);
    if (!isKept || (!isNamed && hasNight(usual))) return null;
    read.push({ first, last, week });
  }
  return read;
}

/** Whether the rules are written like a season with overnight spans: first closed, then the open times. */
function areAdded([base, ...added]: readonly RuleOf<"season">[]): boolean {
  const isClosed = base!.times.length === 0 && base!.days.length === 7 && !base!.isAdded;
  return isClosed && added.every(({ isAdded, times }) => isAdded && times.length > 0) && areApart(added);
}

/** Separates two seasons with the same months. Each of them has rules for a whole week. */
function apart(rules: RuleOf<"season">[]): RuleOf<"season">[][] {
  const seasons: RuleOf<"season">[][] = [];
  const isWhole = (rules: RuleOf<"season">[]) =>
    new Set(rules.filter(({ isAdded }) => !isAdded).flatMap(({ days }) => days)).size === 7;
  for (const rule of rules) {
    const season = seasons.at(-1);
    if (season && (rule.isAdded || !isWhole(season))) season.push(rule);
    else seasons.push([rule]);
  }
  return seasons.every((season) => isWhole(season) && areApart(season.filter(({ isAdded }) => !isAdded)))
    ? seasons
    : [rules];
}

/** Special days. An overnight span can only be added to a day that the rule before it closes. */
function readSpecial(rules: readonly RuleOf<"special">[]): Special[] | null {
  const read: Special[] = [];
  for (const { from, to, isYearly, times, isAdded } of rules) {
    const base = read.at(-1);
    if (hasNight([times]) !== isAdded) return null;
    if (!isAdded) read.push({ from, to, isYearly, times });
    else if (base?.times.length === 0 && datesOf(base) === datesOf({ from, to, isYearly }))
      read.splice(-1, 1, { ...base, times });
    else return null;
  }
  return read;
}

const datesOf = ({ from, to, isYearly }: Omit<Special, "times">) => [from, to, isYearly].join();

/** The months of a season, which may pass the end of the year. */
export function months({ first, last }: Pick<Season, "first" | "last">): number[] {
  const length = ((last - first + 12) % 12) + 1;
  return Array.from({ length }, (_, at) => ((first - 1 + at) % 12) + 1);
}

/** The times of a day in the last rule for it. */
const timesOn = (day: number, rules: readonly WeekRule[]) =>
  rules.findLast(({ days }) => days.includes(day))?.times;

const monthOf = (name: string) => MONTHS.indexOf(name) + 1;

function readDays(text: string): number[] {
  return text.split(",").flatMap((range) => {
    const [first, last = first] = range.split("-").map((name) => (DAYS as readonly string[]).indexOf(name));
    return Array.from({ length: ((last! - first! + 7) % 7) + 1 }, (_, at) => (first! + at) % 7);
  });
}

/** A range of dates. If its end has no month or year, the range ends on the first such date after the start. */
function readDates(found: RegExpExecArray, year: number): Selector | null {
  const [text, yearFrom, monthFrom, dayFrom, every, yearTo, monthTo, dayTo] = found;
  // The last day can only take its month from a first day.
  if (dayTo && !monthTo && !monthFrom) return null;
  const isYearly = every !== undefined || (monthFrom !== undefined && yearFrom === undefined);
  if (isYearly ? yearTo !== undefined : dayTo && !yearFrom && !yearTo) return null;
  const shown = LEAP_DAY.test(text) ? leapYearFrom(year) : year;
  const begins = { year: Number(yearFrom ?? shown), month: monthOf(monthFrom ?? ""), day: Number(dayFrom) };
  const isNextMonth = !monthTo && Number(dayTo) < begins.day;
  const month = monthTo ? monthOf(monthTo) : (begins.month % 12) + 1;
  const ends = { month: monthTo || isNextMonth ? month : begins.month, day: Number(dayTo) };
  const isNextYear = monthFrom && ends.month * 100 + ends.day < begins.month * 100 + begins.day;
  const from = monthFrom ? dateOf(begins.year, begins.month, begins.day) : "";
  const to = dayTo ? dateOf(yearTo ?? begins.year + Number(Boolean(isNextYear)), ends.month, ends.day) : "";
  if (from === null || to === null) return null;
  return { kind: "special", from, to: to === from ? "" : to, isYearly };
}

function leapYearFrom(year: number): number {
  return new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29 ? year : leapYearFrom(year + 1);
}

/** A date in the format of date inputs; null if it does not exist. */
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

/** An opening and a closing time. `18:00-26:00` means 18:00 to 02:00. */
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
