import type { Price } from "@karst/client";
import { currentLocale } from "@karst/web/messages";
import { monthOf } from "@/lib/dates";
import { t } from "@/messages/place.gen";

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
