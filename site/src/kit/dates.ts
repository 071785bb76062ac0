export type TimeOfDay = "dawn" | "day" | "dusk" | "night";

/** The light outside at a moment in a time zone (IANA name), near the tropics. An unknown zone counts as UTC. */
export function timeOfDay(moment: Date, timeZone: string): TimeOfDay {
  const hour = hourIn(moment, timeZone);
  if (hour < 5 || hour >= 19) return "night";
  if (hour < 8) return "dawn";
  return hour < 17 ? "day" : "dusk";
}

function hourIn(moment: Date, timeZone: string): number {
  const options = { hour: "numeric", hourCycle: "h23" } as const;
  try {
    return Number(new Intl.DateTimeFormat("en-US", { ...options, timeZone }).format(moment));
  } catch {
    return moment.getUTCHours();
  }
}
