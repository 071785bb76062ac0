import { CircleAlert, CircleX, Info, TriangleAlert, type LucideIcon } from "lucide-react";
import type { AlertLevel } from "@karst/client";
import { levelLabel } from "@karst/web/alerts";
import styles from "./AlertChip.module.css";

export const LEVEL_ICONS: Record<AlertLevel, LucideIcon> = {
  closed: CircleX,
  danger: TriangleAlert,
  restricted: CircleAlert,
  information: Info,
};

/** The level of a place's most severe alert, in a list. */
export function AlertChip({ level }: { level: AlertLevel }) {
  const Icon = LEVEL_ICONS[level];
  return (
    <span className={styles.chip} data-level={level}>
      <Icon size={14} aria-hidden />
      {levelLabel(level)}
    </span>
  );
}
