import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import type { PlaceResponse } from "@karst/client";
import { epochDayOf, weekdayOf, type OpeningSchedule, type Spans } from "@karst/client/opening/calendar";
import { aPlace } from "./aPlace.fixture";
import { Hours } from "./Hours";
import { placeJsonLd } from "./jsonld";

const clock = vi.hoisted(() => ({ now: 0 }));
vi.mock("@/lib/useMinute", () => ({ useMinute: () => clock.now }));

type GoldenHours = {
  zone: string;
  moments: string[];
  cases: { hours: string; open: string; kept?: string; opening: OpeningSchedule }[];
};
const { zone, moments, cases } = JSON.parse(
  readFileSync(new URL("../../../cms/tests/golden/opening_hours.json", import.meta.url), "utf8"),
) as GoldenHours;
const computed = cases.filter(({ kept }) => !kept);

/** Opening hours as parsed from HTML or JSON-LD. `from` and `to` are inclusive. */
type ParsedHours = { week: Spans[]; special: { from: string; to: string; spans: Spans }[] };
type LocalMoment = { date: string; minute: number };

const toLocal = (moment: string): LocalMoment => {
  const [date = "", time = ""] = moment.split("T");
  return { date, minute: minuteOf(time) };
};
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
/** A span whose end is not after its start continues after midnight. */
const spanOf = (from: number, to: number) => [from, to > from ? to : to + 1440];

function isOpen({ week, special }: ParsedHours, { date, minute }: LocalMoment): boolean {
  const on = (day: number) =>
    special.find(({ from, to }) => epochDayOf(from) <= day && day <= epochDayOf(to))?.spans ??
    week[weekdayOf(day)]!;
  const today = epochDayOf(date);
  const isIn = (spans: Spans, at: number) => spans.some(([from, to]) => from! <= at && at < to!);
  return isIn(on(today), minute) || isIn(on(today - 1), minute + 1440);
}

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

function parseTimes(text: string): Spans {
  if (text.toLowerCase() === "closed") return [];
  if (text.toLowerCase() === "open 24 hours") return [[0, 1440]];
  return text.split(", ").map((span) => {
    const [from, to] = span.split("–").map(minuteOf);
    return spanOf(from!, to!);
  });
}

function parseTable(html: string): ParsedHours {
  const week: Spans[] = [];
  for (const [, days = "", times = ""] of html.matchAll(/<th[^>]*>([^<]+)<\/th><td>([^<]+)<\/td>/g)) {
    const [first = 0, last = first] =
      days === "Every day" ? [0, 6] : days.split(/ and | to /).map((day) => WEEKDAYS.indexOf(day));
    for (let day = first; day <= last; day += 1) week[day] = parseTimes(times);
  }
  const date = (text: string) => new Date(`${text} UTC`).toISOString().slice(0, 10);
  const special = [...html.matchAll(/<li>(From )?([^<]+?): ([^<]+)<\/li>/g)].map(
    ([, begins, when, times]) => {
      const [from = "", to = begins ? "Dec 31, 2099" : from] = when!.split(" to ");
      return { from: date(from), to: date(to), spans: parseTimes(times!) };
    },
  );
  return { week, special };
}

type Specification = {
  dayOfWeek?: string[];
  validFrom?: string;
  validThrough?: string;
  opens: string;
  closes: string;
};

/** In schema.org, a day that opens and closes at midnight is closed. */
function parseJsonLd(specifications: Specification[]): ParsedHours {
  const hours: ParsedHours = { week: WEEKDAYS.map(() => []), special: [] };
  for (const { dayOfWeek, validFrom, validThrough = "2099-12-31", opens, closes } of specifications) {
    const isClosed = opens === "00:00" && closes === "00:00";
    const spans = isClosed ? [] : [spanOf(minuteOf(opens), minuteOf(closes))];
    for (const day of dayOfWeek ?? [])
      hours.week[WEEKDAYS.indexOf(day)] = [...hours.week[WEEKDAYS.indexOf(day)]!, ...spans];
    if (!validFrom) continue;
    const same = hours.special.find(({ from }) => from === validFrom);
    if (same) same.spans = [...same.spans, ...spans];
    else hours.special.push({ from: validFrom, to: validThrough, spans });
  }
  return hours;
}

/** A fifth of the moments, because rendering a case at all of them takes a minute. */
const sampleMoments = (nth: number) =>
  moments.map((_, index) => index).filter((index) => index % 5 === nth % 5);

// R209
describe("golden cases of opening_hours.js", () => {
  it("are more than 150", () => expect(computed.length).toBeGreaterThan(150));

  it.each(computed.map((golden, nth) => ({ ...golden, nth })))(
    "$hours: the table and the current state match",
    ({ open, opening, nth }) => {
      for (const index of sampleMoments(nth)) {
        const moment = toLocal(moments[index]!);
        clock.now = Date.parse(`${moments[index]}:00+07:00`);
        const html = renderToStaticMarkup(<Hours opening={opening} timeZone={zone} note={null} />);
        expect(isOpen(parseTable(html), moment), `table at ${moments[index]}`).toBe(open[index] === "1");
        const state = /<span[^>]*>(Open now|Closes in|Opens at|Closed now)/.exec(html)![1]!;
        expect(/Open now|Closes in/.test(state), `now at ${moments[index]}`).toBe(open[index] === "1");
      }
    },
  );

  it.each(computed)("$hours: the JSON-LD matches", ({ open, opening }) => {
    const place = aPlace({ opening: opening as PlaceResponse["opening"] });
    const { openingHoursSpecification } = placeJsonLd(place, {
      ...{ page: "https://guide.test/places/x", origin: "https://guide.test", region: "", timeZone: zone },
      now: new Date("2026-11-21T08:00:00Z"),
    }) as unknown as { openingHoursSpecification: Specification[] };
    const hours = parseJsonLd(openingHoursSpecification);
    // Days end at 23:59 there, as Google recommends, so the last minute counts as closed.
    const compared = moments.map((_, index) => index).filter((index) => !moments[index]!.endsWith("T23:59"));
    expect(compared.filter((index) => isOpen(hours, toLocal(moments[index]!)))).toEqual(
      compared.filter((index) => open[index] === "1"),
    );
  });
});
