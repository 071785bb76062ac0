const MINUTE_S = 60;
const UNITS = [
  ["year", 365 * 24 * 60 * MINUTE_S],
  ["month", 30 * 24 * 60 * MINUTE_S],
  ["week", 7 * 24 * 60 * MINUTE_S],
  ["day", 24 * 60 * MINUTE_S],
  ["hour", 60 * MINUTE_S],
  ["minute", MINUTE_S],
] as const;

const words = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });

/**
 * How long before `now` a moment (RFC 3339) was, in words: "3 days ago", "yesterday". Blank within a minute of now, also
 * when this clock is behind the server's. Null for what is no moment.
 */
export function ago(moment: string | null | undefined, now: Date): string | null {
  const at = Date.parse(moment ?? "");
  if (Number.isNaN(at)) return null;
  const seconds = (now.getTime() - at) / 1000;
  for (const [unit, length] of UNITS) {
    if (seconds >= length) return words.format(-Math.floor(seconds / length), unit);
  }
  return "";
}
