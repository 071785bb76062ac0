import type { PlaceResponse } from "@karst/client";
import { monthName, monthRanges } from "@/lib/months";
import { t } from "@/messages/place.gen";

type Months = Pick<PlaceResponse, "goodMonths" | "closedMonths">;

/** When a place is good to visit and when it is closed: "Best from February to April", "Closed in October". */
export function seasonTexts({ goodMonths, closedMonths }: Months): string[] {
  return [...texts(goodMonths, "best"), ...texts(closedMonths, "closed")];
}

function texts(months: readonly number[], kind: "best" | "closed"): string[] {
  return monthRanges(months).map(([first, last]) => {
    if (first === 1 && last === 12) return t(`season.${kind}.allYear`);
    if (first === last) return t(`season.${kind}.month`, { month: monthName(first) });
    return t(`season.${kind}.range`, { first: monthName(first), last: monthName(last) });
  });
}

/**
 * Whether a place is good to visit in a month, as the API decides `goodIn`: one with closed months only is good in the others,
 * and one without any months in none.
 */
export function isGoodIn(month: number, { goodMonths = [], closedMonths = [] }: Partial<Months>): boolean {
  const isGood = goodMonths.length > 0 ? goodMonths.includes(month) : closedMonths.length > 0;
  return isGood && !closedMonths.includes(month);
}
