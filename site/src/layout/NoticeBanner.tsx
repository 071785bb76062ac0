import { ArrowRight, TriangleAlert } from "lucide-react";
import type { SettingsResponse } from "@karst/client";
import { t } from "@/messages/layout.gen";
import { IntentLink } from "@/ui/IntentLink";
import styles from "./NoticeBanner.module.css";

/** The notice from the settings, above every page. Renders nothing without a notice. */
export function NoticeBanner({ notice: { text, href } }: { notice: SettingsResponse["notice"] }) {
  if (!text) return null;
  return (
    <aside className={styles.notice} aria-label={t("notice.label")}>
      <p>
        <TriangleAlert size={20} aria-hidden />
        <span>
          {text}{" "}
          {href && (
            <IntentLink href={href}>
              {t("notice.more")}
              <ArrowRight size={16} aria-hidden />
            </IntentLink>
          )}
        </span>
      </p>
    </aside>
  );
}
