import { currentLocale } from "@karst/web/messages";

/** The months of a year, 1 to 12. */
export const MONTHS: readonly number[] = Array.from({ length: 12 }, (_, at) => at + 1);

/** The name of a month, "March"; 1 is January. */
export function monthName(month: number): string {
  const format = new Intl.DateTimeFormat(currentLocale(), { month: "long", timeZone: "UTC" });
  return format.format(Date.UTC(2024, month - 1, 15));
}

/** Consecutive months as first and last ones. A range may pass the end of the year: November to February. */
export function monthRanges(months: readonly number[]): [first: number, last: number][] {
  const isIn = (month: number) => months.includes(((month + 11) % 12) + 1);
  if (MONTHS.every(isIn)) return [[1, 12]];
  return MONTHS.filter((month) => isIn(month) && !isIn(month - 1)).map((first) => {
    let last = first;
    while (isIn(last + 1)) last += 1;
    return [first, ((last + 11) % 12) + 1];
  });
}
