"use client";

import { useMinute } from "@/lib/useMinute";
import { t } from "@/messages/place.gen";
import { dateIn, isOutdated } from "./prices";
import styles from "./PriceList.module.css";

type Props = {
  checkedAt: string;
  timeZone: string;
  /** Whether the price was outdated when the page was rendered. */
  isOutdatedInHtml: boolean;
};

/** "May be out of date" beside an old price, by the date of today: a page may have been rendered long ago. R532 */
export function PriceAge({ checkedAt, timeZone, isOutdatedInHtml }: Props) {
  const minute = useMinute();
  const isOld =
    minute === null ? isOutdatedInHtml : isOutdated(checkedAt, dateIn(new Date(minute), timeZone));
  return isOld && <span className={styles.outdated}>{t("prices.outdated")}</span>;
}
