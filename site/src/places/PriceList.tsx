import type { Price } from "@karst/client";
import { t } from "@/messages/place.gen";
import { PriceAge } from "./PriceAge";
import { dateIn, isOutdated } from "./priceDates";
import { checkedText, priceText } from "./prices";
import styles from "./PriceList.module.css";

type Props = {
  prices: Price[];
  timeZone: string;
};

/** Prices, each with the month of its check. R530 */
export function PriceList({ prices, timeZone }: Props) {
  const today = dateIn(new Date(), timeZone);
  return (
    <ul className={styles.prices}>
      {prices.map((price, at) => (
        <li key={at}>
          {price.label && <bdi>{price.label}</bdi>}
          <span>{priceText(price)}</span>
          <span className={styles.check}>
            {t("prices.checked", { date: checkedText(price.checkedAt) })}
            <PriceAge
              checkedAt={price.checkedAt}
              timeZone={timeZone}
              isOutdatedInHtml={isOutdated(price.checkedAt, today)}
            >
              <span className={styles.outdated}>{t("prices.outdated")}</span>
            </PriceAge>
          </span>
        </li>
      ))}
    </ul>
  );
}
