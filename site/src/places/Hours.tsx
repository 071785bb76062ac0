"use client";

import {
  localTime,
  nextSpecialDays,
  groupWeekdays,
  spansOn,
  usualWeek,
  weekdayOf,
  type OpeningSchedule,
  type WeekdayGroup,
} from "@karst/client/opening/calendar";
import { formatDays, formatRemark, formatSpecialDays, formatTimes, weekLabel } from "@karst/web/opening";
import { useMinute } from "@/lib/useMinute";
import styles from "./Hours.module.css";
import { OpenState } from "./OpenState";

type Props = {
  opening: OpeningSchedule;
  timeZone: string;
  /** Opening hours as an editor wrote them. */
  note: string | null;
  /** An alert closes the place. */
  isClosed?: boolean;
};

/** Whether a place is open now, its regular week with today marked, and special days. R209 */
export function Hours({ opening, timeZone, note, isClosed = false }: Props) {
  const minute = useMinute();
  const today = minute === null ? null : localTime(new Date(minute), timeZone).day;
  const special = nextSpecialDays(opening, today);
  return (
    <>
      <OpenState opening={opening} timeZone={timeZone} isClosed={isClosed} />
      <table className={styles.week}>
        <caption className="visually-hidden">{weekLabel()}</caption>
        <tbody>
          {groupWeekdays(usualWeek(opening)).map((row) => (
            <tr key={row.first} aria-current={isToday(today, row, opening) ? "date" : undefined}>
              <th scope="row">{formatDays(row)}</th>
              <td>{formatTimes(row.spans)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {special.length > 0 && (
        <ul className={styles.special}>
          {special.map((days) => (
            <li key={days.from}>{formatSpecialDays(days)}</li>
          ))}
        </ul>
      )}
      {opening.remarks?.map((remark) => (
        <p key={remark} className={styles.note} dir="auto">
          {formatRemark(remark)}
        </p>
      ))}
      {note && (
        <p className={styles.note} dir="auto">
          {note}
        </p>
      )}
    </>
  );
}

/** Whether today is one of the days of a row, and not a special day. */
function isToday(
  today: number | null,
  { first, last, spans }: WeekdayGroup,
  opening: OpeningSchedule,
): boolean {
  if (today === null) return false;
  const weekday = weekdayOf(today);
  return (
    first <= weekday && weekday <= last && formatTimes(spansOn(opening, today) ?? []) === formatTimes(spans)
  );
}
