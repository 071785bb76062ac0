"use client";

import { useMinute } from "@/kit/useMinute";
import { texts } from "@/texts";
import styles from "./Hours.module.css";
import {
  clock,
  dateOf,
  localTime,
  rowsOf,
  spansOn,
  specialDays,
  usualWeek,
  weekdayOf,
  type Opening,
  type Special,
  type Spans,
} from "./opening";
import { OpenState } from "./OpenState";

const words = texts.opening;

/** More days than these are left to the hours in words. */
const MOST_SPECIAL = 6;

type Props = {
  opening: Opening;
  timeZone: string;
  /** The hours in words, where somebody wrote them. */ said: string | null;
};

/** When a place is open: whether it is now, the usual week with today marked, and the days that are otherwise. */
export function Hours({ opening, timeZone, said }: Props) {
  const minute = useMinute();
  const today = minute === null ? null : localTime(new Date(minute), timeZone).day;
  // What is over stays until it is known what day it is.
  const isOver = ({ to }: Special) => today !== null && to !== null && to < today;
  const special = specialDays(opening)
    .filter((days) => !isOver(days))
    .slice(0, MOST_SPECIAL);
  return (
    <>
      <OpenState opening={opening} timeZone={timeZone} />
      <table className={styles.week}>
        <caption className="heard">{words.week}</caption>
        <tbody>
          {rowsOf(usualWeek(opening)).map(({ first, last, spans }) => (
            <tr key={first} aria-current={isToday(today, first, last, spans, opening) ? "date" : undefined}>
              <th scope="row">{first === 0 && last === 6 ? words.everyDay : words.days(first, last)}</th>
              <td>{times(spans)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {special.length > 0 && (
        <ul className={styles.special}>
          {special.map((days) => (
            <li key={days.from}>{words.special(span(days), times(days.spans))}</li>
          ))}
        </ul>
      )}
      {said && <p className={styles.said}>{said}</p>}
    </>
  );
}

/** Whether today is one of a row's days, and no special one. */
function isToday(today: number | null, first: number, last: number, spans: Spans, opening: Opening): boolean {
  if (today === null) return false;
  const weekday = weekdayOf(today);
  return first <= weekday && weekday <= last && times(spansOn(opening, today) ?? []) === times(spans);
}

function times(spans: Spans): string {
  if (spans.length === 0) return words.off;
  return spans
    .map(([from, to]) => (from === 0 && to === 1440 ? words.allDay : `${clock(from!)}–${clock(to!)}`))
    .join(", ");
}

function span({ from, to }: Special): string {
  const begins = words.date(dateOf(from));
  if (to === null) return words.from(begins);
  return to === from ? begins : words.fromTo(begins, words.date(dateOf(to)));
}
