export type TimeOfDay = "dawn" | "day" | "dusk" | "night";

/** The light outside at a moment in a time zone (IANA name), near the tropics. An unknown zone counts as UTC. */
export function timeOfDay(moment: Date, timeZone: string): TimeOfDay {
  const hour = hourIn(moment, timeZone);
  if (hour < 5 || hour >= 19) return "night";
  if (hour < 8) return "dawn";
  return hour < 17 ? "day" : "dusk";
}

/**
 * A moment (RFC 3339) as a day in words, "January 5, 2026", in a time zone (IANA name; an unknown one counts as UTC).
 * Source: row 91.
 */
export function longDate(moment: string, timeZone: string): string {
  return written(moment, timeZone, { dateStyle: "long" });
}

/** The same as its month, "January 2026". */
export function monthOf(moment: string, timeZone: string): string {
  return written(moment, timeZone, { month: "long", year: "numeric" });
}

/** The year of a moment (RFC 3339) in a time zone, as a number. */
export function yearOf(moment: string, timeZone: string): number {
  return Number(written(moment, timeZone, { year: "numeric" }));
}

/** Blank for what is no moment: a stored value never keeps a page from rendering. */
function written(moment: string, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  if (Number.isNaN(Date.parse(moment))) return "";
  try {
    return new Intl.DateTimeFormat("en-US", { ...options, timeZone }).format(new Date(moment));
  } catch {
    return new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(new Date(moment));
  }
}

function hourIn(moment: Date, timeZone: string): number {
  const options = { hour: "numeric", hourCycle: "h23" } as const;
  try {
    return Number(new Intl.DateTimeFormat("en-US", { ...options, timeZone }).format(moment));
  } catch {
    return moment.getUTCHours();
  }
}
