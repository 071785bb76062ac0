import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import type { PlaceResponse } from "@karst/client";
import { dayOf, weekdayOf, type Opening, type Spans } from "@karst/client/opening/calendar";
import { aPlace } from "./aPlace.fixture";
import { Hours } from "./Hours";
import { placeJsonLd } from "./jsonld";

const clock = vi.hoisted(() => ({ now: 0 }));
vi.mock("@/lib/useMinute", () => ({ useMinute: () => clock.now }));

type Golden = {
  zone: string;
  moments: string[];
  cases: { hours: string; open: string; kept?: string; opening: Opening }[];
};
const { zone, moments, cases } = JSON.parse(
  readFileSync(new URL("../../../cms/tests/golden/opening_hours.json", import.meta.url), "utf8"),
) as Golden;
const computed = cases.filter(({ kept }) => !kept);

/** What a reader takes from a week and its exceptions; both dates of an exception belong to it. */
type Read = { week: Spans[]; special: { from: string; to: string; spans: Spans }[] };
type Local = { date: string; minute: number };

const local = (moment: string): Local => {
  const [date = "", time = ""] = moment.split("T");
  return { date, minute: minuteOf(time) };
};
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
/** A span whose end is not after its beginning goes on after midnight. */
const spanOf = (from: number, to: number) => [from, to > from ? to : to + 1440];

function isOpen({ week, special }: Read, { date, minute }: Local): boolean {
  const on = (day: number) =>
    special.find(({ from, to }) => dayOf(from) <= day && day <= dayOf(to))?.spans ?? week[weekdayOf(day)]!;
  const today = dayOf(date);
  const isIn = (spans: Spans, at: number) => spans.some(([from, to]) => from! <= at && at < to!);
  return isIn(on(today), minute) || isIn(on(today - 1), minute + 1440);
}

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

function readTimes(text: string): Spans {
  if (text.toLowerCase() === "closed") return [];
  if (text.toLowerCase() === "all day") return [[0, 1440]];
  return text.split(", ").map((span) => {
    const [from, to] = span.split("–").map(minuteOf);
    return spanOf(from!, to!);
  });
}

function readTable(html: string): Read {
  const week: Spans[] = [];
  for (const [, days = "", times = ""] of html.matchAll(/<th[^>]*>([^<]+)<\/th><td>([^<]+)<\/td>/g)) {
    const [first = 0, last = first] =
      days === "Every day" ? [0, 6] : days.split(/ and | to /).map((day) => WEEKDAYS.indexOf(day));
    for (let day = first; day <= last; day += 1) week[day] = readTimes(times);
  }
  const date = (text: string) => new Date(`${text} UTC`).toISOString().slice(0, 10);
  const special = [...html.matchAll(/<li>(From )?([^<]+?): ([^<]+)<\/li>/g)].map(
    ([, begins, when, times]) => {
      const [from = "", to = begins ? "Dec 31, 2099" : from] = when!.split(" to ");
      return { from: date(from), to: date(to), spans: readTimes(times!) };
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

/** As schema.org has it: nothing from midnight to midnight is closed. */
function readJsonLd(specifications: Specification[]): Read {
  const read: Read = { week: WEEKDAYS.map(() => []), special: [] };
  for (const { dayOfWeek, validFrom, validThrough = "2099-12-31", opens, closes } of specifications) {
    const isClosed = opens === "00:00" && closes === "00:00";
    const spans = isClosed ? [] : [spanOf(minuteOf(opens), minuteOf(closes))];
    for (const day of dayOfWeek ?? [])
      read.week[WEEKDAYS.indexOf(day)] = [...read.week[WEEKDAYS.indexOf(day)]!, ...spans];
    if (!validFrom) continue;
    const same = read.special.find(({ from }) => from === validFrom);
    if (same) same.spans = [...same.spans, ...spans];
    else read.special.push({ from: validFrom, to: validThrough, spans });
  }
  return read;
}

/** The moments at which a case is drawn: a fifth of them, because drawing all takes a minute. */
const shownAt = (nth: number) => moments.map((_, at) => at).filter((at) => at % 5 === nth % 5);

describe("golden hours of opening_hours.js", () => {
  it("are many", () => expect(computed.length).toBeGreaterThan(150));

  it.each(computed.map((one, nth) => ({ ...one, nth })))(
    "$hours: the table and the line of now say when they are open",
    ({ open, opening, nth }) => {
      for (const at of shownAt(nth)) {
        const moment = local(moments[at]!);
        clock.now = Date.parse(`${moments[at]}:00+07:00`);
        const html = renderToStaticMarkup(<Hours opening={opening} timeZone={zone} said={null} />);
        expect(isOpen(readTable(html), moment), `table at ${moments[at]}`).toBe(open[at] === "1");
        const line = /<span[^>]*>(Open now|Closes in|Opens at|Closed now)/.exec(html)![1]!;
        expect(/Open now|Closes in/.test(line), `now at ${moments[at]}`).toBe(open[at] === "1");
      }
    },
  );

  it.each(computed)("$hours: the JSON-LD says when they are open", ({ open, opening }) => {
    const place = aPlace({ opening: opening as PlaceResponse["opening"] });
    const { openingHoursSpecification } = placeJsonLd(place, {
      ...{ page: "https://guide.test/places/x", origin: "https://guide.test", region: "" },
    }) as unknown as { openingHoursSpecification: Specification[] };
    const read = readJsonLd(openingHoursSpecification);
    // A day ends at 23:59 there, as Google asks, so that minute counts as closed.
    const before = moments.map((_, at) => at).filter((at) => !moments[at]!.endsWith("T23:59"));
    expect(before.filter((at) => isOpen(read, local(moments[at]!)))).toEqual(
      before.filter((at) => open[at] === "1"),
    );
  });
});
