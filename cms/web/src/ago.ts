import { t } from "./catalogs/time.gen";
import { currentLocale } from "./messages";

const MINUTE_S = 60;
const UNITS = [
  ["year", 365 * 24 * 60 * MINUTE_S],
  ["month", 30 * 24 * 60 * MINUTE_S],
  ["week", 7 * 24 * 60 * MINUTE_S],
  ["day", 24 * 60 * MINUTE_S],
  ["hour", 60 * MINUTE_S],
  ["minute", MINUTE_S],
] as const;

let format: Intl.RelativeTimeFormat | undefined;

/**
 * How long before `now` a moment (RFC 3339) was: "3 days ago", "yesterday". "just now" within a minute, also when this
 * clock is behind the server's. Null for an invalid moment.
 */
export function ago(moment: string | null | undefined, now: Date): string | null {
  const at = Date.parse(moment ?? "");
  if (Number.isNaN(at)) return null;
  const seconds = (now.getTime() - at) / 1000;
  for (const [unit, length] of UNITS) {
    if (seconds >= length) {
      // Created on first use: the locale is that of the page.
      format ??= new Intl.RelativeTimeFormat(currentLocale(), { numeric: "auto" });
      return format.format(-Math.floor(seconds / length), unit);
    }
  }
  return t("justNow");
}
