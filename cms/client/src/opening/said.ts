import { clock, dateOf, weekdayOf, type Row, type Special, type Spans, type Standing } from "./calendar";
import { words } from "./words";

export { words };

/** From here on it is said in how many minutes a place closes. */
const SOON_MIN = 30;

/** How a place stands. */
export function standingInFull(state: Standing): string {
  if (state.isOpen) {
    if (isSoon(state)) return words.closesIn(state.closes!.inMinutes);
    return state.closes ? words.openUntil(clock(state.closes.minute)) : words.open;
  }
  if (!state.opens) return words.closed;
  const { inDays, day, minute } = state.opens;
  if (inDays === 0) return words.closedUntil(clock(minute));
  if (inDays === 1) return words.closedUntilTomorrow(clock(minute));
  return words.closedUntilDay(
    inDays < 7 ? words.weekday(weekdayOf(day)) : words.date(dateOf(day)),
    clock(minute),
  );
}

/** The same, as a card has room for. */
export function standingBriefly(state: Standing): string {
  if (state.isOpen) return isSoon(state) ? words.closesIn(state.closes!.inMinutes) : words.open;
  return state.opens?.inDays === 0 ? words.opensAt(clock(state.opens.minute)) : words.closed;
}

/** The days of a usual week's row. */
export function daysSaid({ first, last }: Row): string {
  return first === 0 && last === 6 ? words.everyDay : words.days(first, last);
}

/** A day's times. */
export function timesSaid(spans: Spans): string {
  if (spans.length === 0) return words.off;
  return spans
    .map(([from, to]) => (from === 0 && to === 1440 ? words.allDay : `${clock(from!)}–${clock(to!)}`))
    .join(", ");
}

/** Days that are not as usual, with their times. */
export function specialSaid({ from, to, spans }: Special): string {
  const begins = words.date(dateOf(from));
  const end = to === null ? words.from(begins) : words.fromTo(begins, words.date(dateOf(to)));
  return words.special(to === from ? begins : end, timesSaid(spans));
}

const REMARKS: readonly [RegExp, string][] = [
  [/\bPH,SH\b|\bSH,PH\b/g, "public and school holidays"],
  [/\bPH\b/g, "public holidays"],
  [/\bSH\b/g, "school holidays"],
  [/(\d\d:\d\d)\+/g, "from $1, no fixed end"],
  [/\bsunrise-sunset\b/g, "from sunrise to sunset"],
  [/\bdawn-dusk\b/g, "from dawn to dusk"],
  [/\b(off|closed)\b/g, "closed"],
  [/"/g, ""],
];

/** A rule that is not computed, such as `PH off` or `18:00+`, in words. */
export function remarkSaid(rule: string): string {
  const said = REMARKS.reduce((text, [code, word]) => text.replace(code, word), rule);
  return said.charAt(0).toUpperCase() + said.slice(1);
}

function isSoon(state: Standing & { isOpen: true }): boolean {
  return state.closes !== null && state.closes.inMinutes <= SOON_MIN;
}
