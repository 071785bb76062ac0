import { isoDateOf, localTime } from "@karst/client/opening/calendar";

/** After how many months a price may be out of date. */
const MAX_AGE_MONTHS = 18;

/** `2026-11-29`: the date in a time zone. */
export const dateIn = (moment: Date, timeZone: string): string => isoDateOf(localTime(moment, timeZone).day);

/**
 * Whether a price that was checked on a date, in a month or in a year may be out of date on another date. A month and a
 * year count as their last day.
 */
export function isOutdated(checkedAt: string, today: string): boolean {
  const [year = 0, month = 12, day = 31] = checkedAt.split("-").map(Number);
  const [thisYear = 0, thisMonth = 1, thisDay = 1] = today.split("-").map(Number);
  const age = (thisYear - year) * 12 + thisMonth - month;
  return age > MAX_AGE_MONTHS || (age === MAX_AGE_MONTHS && thisDay > day);
}
