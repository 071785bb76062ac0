"use client";

import type { ReactNode } from "react";
import { useMinute } from "@/lib/useMinute";
import { dateIn, isOutdated } from "./priceDates";

type Props = {
  checkedAt: string;
  timeZone: string;
  /** Whether the price was outdated when the page was rendered. */
  isOutdatedInHtml: boolean;
  /** The mark of an outdated price. */
  children: ReactNode;
};

/** Shows the mark beside an old price, by the date of today: a page may have been rendered long ago. R532 */
export function PriceAge({ checkedAt, timeZone, isOutdatedInHtml, children }: Props) {
  const minute = useMinute();
  const isOld =
    minute === null ? isOutdatedInHtml : isOutdated(checkedAt, dateIn(new Date(minute), timeZone));
  return isOld && children;
}
