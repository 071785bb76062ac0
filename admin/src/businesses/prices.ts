import type { Price } from "@karst/client";
import { currentLocale } from "@karst/web/messages";
import { numberOrText, numberText, textOrNull } from "../kit/typed";
import { t } from "../messages/placeForm.gen";
import { pricesOf } from "./shape";

/** The units of a price, as in "per person"; blank if the label of the price names the unit. */
export const UNITS = [
  "",
  "person",
  "group",
  "boat",
  "vehicle",
  "night",
  "day",
  "hour",
  "item",
  "kilogram",
  "entry",
] as const;

/** The audiences of a price. */
export const AUDIENCES = ["everyone", "adult", "child", "student", "local", "foreigner"] as const;

/** A price as its inputs hold it. */
export type PriceText = Record<keyof Price, string>;

export const BLANK_PRICE: PriceText = {
  label: "",
  amount: "",
  amountTo: "",
  currency: "VND",
  per: "",
  audience: "everyone",
  checkedAt: "",
};

/** The prices in the JSON as rows; none if the JSON is not a list. */
export function priceRows(json: string): PriceText[] {
  const prices: unknown = pricesOf(json);
  return Array.isArray(prices) ? rowsOf(prices as Partial<Price>[]) : [];
}

export const rowsOf = (prices: readonly Partial<Price>[]): PriceText[] => prices.map(toRow);

const toRow = ({
  label,
  amount,
  amountTo,
  currency,
  per,
  audience,
  checkedAt,
}: Partial<Price>): PriceText => ({
  label: label ?? "",
  amount: numberText(amount),
  amountTo: numberText(amountTo),
  currency: currency ?? BLANK_PRICE.currency,
  per: per ?? "",
  audience: audience ?? BLANK_PRICE.audience,
  checkedAt: checkedAt ?? "",
});

/** The rows as prices of the API. Omits blank amounts; an amount that is not a number stays as typed. */
export const priceList = (rows: readonly PriceText[]) =>
  rows.map(({ label, amount, amountTo, currency, per, audience, checkedAt }) => ({
    label: textOrNull(label),
    amount: numberOrText(amount) ?? undefined,
    amountTo: numberOrText(amountTo),
    currency: currency.trim().toUpperCase(),
    per: textOrNull(per),
    audience,
    checkedAt: checkedAt.trim(),
  }));

/** The rows as JSON; blank if there are none. */
export const pricesJson = (rows: readonly PriceText[]): string =>
  rows.length > 0 ? JSON.stringify(priceList(rows)) : "";

/** What a row says in one line: `Boat trip · 150,000–300,000 VND`. An amount that is not a number stays as typed. */
export const rowSummary = ({ label, amount = "", amountTo = "", currency }: Partial<PriceText>): string =>
  [label, amount && `${range([numberOrText(amount), numberOrText(amountTo)])} ${currency}`]
    .filter(Boolean)
    .join(" · ");

/** `150,000–300,000` */
function range(amounts: unknown[]): string {
  const format = new Intl.NumberFormat(currentLocale());
  return amounts
    .filter((amount) => amount !== null && amount !== undefined)
    .map((amount) => (typeof amount === "number" ? format.format(amount) : String(amount)))
    .join("–");
}

/** The price in one line; `currency` and `audience` may be left out: `Boat trip · 150,000–300,000 VND · Boat · Adults · 2026-03` */
export function priceLine({
  label,
  amount,
  amountTo,
  currency = BLANK_PRICE.currency,
  per,
  audience = "everyone",
  checkedAt,
}: Partial<Price>): string {
  return [
    label,
    `${range([amount, amountTo])} ${currency}`,
    per && t("price.unit", { value: per }),
    audience !== "everyone" && t("price.audienceOf", { value: audience }),
    checkedAt,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** One line for each price, for comparisons. */
export const priceLines = (prices: readonly Price[]): string => prices.map(priceLine).join("\n");

/** The prices in the JSON, one line each. Returns text that is not a list unchanged. */
export function priceTexts(json: string): string {
  const prices = pricesOf(json);
  return typeof prices === "string" ? prices : priceLines(prices);
}
