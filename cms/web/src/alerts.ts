/** The words of alerts, for the site and for the console. */
import type { AlertLevel } from "@karst/client";
import { t } from "./catalogs/alerts.gen";

/** The levels, the most severe first. */
export const ALERT_LEVELS = [
  "closed",
  "danger",
  "restricted",
  "information",
] as const satisfies readonly AlertLevel[];

/** The name of a level. */
export const levelLabel = (level: AlertLevel): string => t(`level.${level}`);
