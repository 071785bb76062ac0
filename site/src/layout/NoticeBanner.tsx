import { ArrowRight, TriangleAlert } from "lucide-react";
import type { SettingsResponse } from "@karst/client";
import { IntentLink } from "@/ui/IntentLink";
import styles from "./NoticeBanner.module.css";
import { bannerTexts } from "@/texts/banner";

/** What travellers must know before anything else, above every page; nothing while there is no such thing. */
export function NoticeBanner({ notice: { text, href } }: { notice: SettingsResponse["notice"] }) {
  if (!text) return null;
  return (
    <aside className={styles.notice} aria-label={bannerTexts.label}>
      <p>
        <TriangleAlert size={20} aria-hidden />
        <span>
          {text}{" "}
          {href && (
            <IntentLink href={href}>
              {bannerTexts.more}
              <ArrowRight size={16} aria-hidden />
            </IntentLink>
          )}
        </span>
      </p>
    </aside>
  );
}
