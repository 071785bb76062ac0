import type { PlaceAlert } from "@karst/client";
import { isolateBidi } from "@/lib/bidi";
import { lastDate } from "@/lib/dates";
import { t } from "@/messages/alerts.gen";
import { AlertChip } from "./AlertChip";
import { AlertLink } from "./AlertLink";
import styles from "./PlaceAlerts.module.css";

/** The current alerts of a place, with their ends and sources; nothing without alerts. */
export function PlaceAlerts({ alerts, timeZone }: { alerts: readonly PlaceAlert[]; timeZone: string }) {
  if (alerts.length === 0) return null;
  return (
    <ul className={styles.alerts} aria-label={t("label")}>
      {alerts.map(({ id, level, text, endsAt, source, sourceUrl }) => {
        const until = endsAt && lastDate(endsAt, timeZone);
        return (
          <li key={id} data-level={level}>
            <AlertChip level={level} />
            <p dir="auto">{text}</p>
            {(until || source || sourceUrl) && (
              <p className={styles.facts}>
                {until && <span>{t("until", { date: until })}</span>}
                {source && <span>{t("source", { source: isolateBidi(source) })}</span>}
                {sourceUrl && <AlertLink href={sourceUrl} />}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
