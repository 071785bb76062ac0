import type { PlaceResponse } from "@karst/client";
import { isoDateOf, localTime } from "@karst/client/opening/calendar";
import { currentLocale } from "@karst/web/messages";
import { monthOf } from "@/lib/dates";
import { t } from "@/messages/place.gen";

type Price = PlaceResponse["prices"][number];

/** After how many months a price may be out of date. */
const MAX_AGE_MONTHS = 18;

/** `From ₫150,000 to ₫300,000 per person · adults` */
export function priceText({ amount, amountTo, currency, per, audience }: Price): string {
  const isFree = amount === 0 && amountTo === null;
  const amounts = isFree ? t("prices.free") : amountsText(amount, amountTo, currency);
  const price = per && !isFree ? t("prices.per", { price: amounts, per }) : amounts;
  return audience === "everyone" ? price : t("prices.for", { price, audience });
}

function amountsText(amount: number, amountTo: number | null, currency: string): string {
  const from = money(amount, currency);
  return amountTo === null ? from : t("prices.range", { from, to: money(amountTo, currency) });
}

/** `₫150,000`, in whole units of the currency. */
function money(amount: number, currency: string): string {
  try {
    const digits = { minimumFractionDigits: 0, maximumFractionDigits: 0 };
    return new Intl.NumberFormat(currentLocale(), { style: "currency", currency, ...digits }).format(amount);
  } catch {
    return `${amount} ${currency}`;
  }
}

/** `March 2026`, or the year if the month of the check is unknown. */
export function checkedText(checkedAt: string): string {
  const [year = "", month] = checkedAt.split("-");
  return month === undefined ? year : monthOf(`${year}-${month}-15T00:00:00Z`, "UTC");
}

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
