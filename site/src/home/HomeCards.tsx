import { ArrowRight } from "lucide-react";
import type { SettingsResponse } from "@karst/client";
import { placeIllustration } from "@karst/web/illustrations";
import { parseExploreQuery } from "@/lib/paths";
import { t } from "@/messages/home.gen";
import { IntentLink } from "@/ui/IntentLink";
import { Image } from "@/ui/Image";
import styles from "./HomeCards.module.css";

/** The home cards of the settings (`doors`): links to parts of the guide (R22). */
export function HomeCards({ cards }: { cards: SettingsResponse["doors"] }) {
  if (cards.length === 0) return null;
  return (
    <section className={styles.cards} aria-label={t("cards")}>
      <ul>
        {cards.map((card, index) => (
          <li key={card.title} className={styles.card}>
            <div className={styles.frame}>
              <Image sources={[placeIllustration(index + 1, categoryIn(card.href))]} alt="" sizes="20rem" />
            </div>
            <h3>{card.title}</h3>
            <p>{card.text}</p>
            <IntentLink className="stretched-link" href={card.href}>
              {card.button}
              <ArrowRight size={18} aria-hidden />
            </IntentLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The category of the linked page, which selects the illustration. */
function categoryIn(href: string): string | null {
  const query = href.split("?")[1] ?? "";
  return parseExploreQuery(new URLSearchParams(query)).category;
}
