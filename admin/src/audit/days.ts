import { currentLocale } from "@karst/web/messages";
import { clockIn } from "../kit/zone";
import { t } from "../messages/audit.gen";
import { addDays } from "./address";

/** The day at `time` in `zone`: `2026-11-25`. */
export const dayIn = (zone: string, time: string): string => clockIn(zone, time).slice(0, 10);

/** `Today`, `Yesterday` or `Wednesday, November 25, 2026`. */
export function dayName(day: string, today: string): string {
  if (day === today) return t("days.today");
  if (day === addDays(today, -1)) return t("days.yesterday");
  return new Intl.DateTimeFormat(currentLocale(), { dateStyle: "full", timeZone: "UTC" }).format(
    Date.parse(day),
  );
}
