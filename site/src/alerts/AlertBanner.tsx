import type { AlertResponse } from "@karst/client";
import { levelLabel } from "@karst/web/alerts";
import { lastDate } from "@/lib/dates";
import { t } from "@/messages/alerts.gen";
import { LEVEL_ICONS } from "./AlertChip";
import { AlertLink } from "./AlertLink";
import styles from "./AlertBanner.module.css";

type Props = {
  alerts: readonly Pick<AlertResponse, "id" | "level" | "text" | "endsAt" | "sourceUrl">[];
  timeZone: string;
};

/** The current alerts of the whole guide, above every page. Renders nothing without alerts. */
export function AlertBanner({ alerts, timeZone }: Props) {
  if (alerts.length === 0) return null;
  return (
    <aside className={styles.banner} aria-label={t("label")}>
      <ul>
        {alerts.map(({ id, level, text, endsAt, sourceUrl }) => {
          const Icon = LEVEL_ICONS[level];
          const until = endsAt && lastDate(endsAt, timeZone);
          return (
            <li key={id}>
              <Icon size={20} aria-hidden />
              <span>
                <span className="visually-hidden">{levelLabel(level)} </span>
                <bdi>{text}</bdi> {until && <>{t("until", { date: until })} </>}
                {sourceUrl && <AlertLink href={sourceUrl} />}
              </span>
            </li>
          );
        })}
      </ul>
    </aside>
  );
}
