import { ArrowRight } from "lucide-react";
import type { SettingsResponse } from "@karst/client";
import { parseExploreQuery, illustrationPath } from "@/lib/paths";
import { kindOf } from "@/illustrations/kinds";
import { homeTexts } from "@/texts/home";
import { IntentLink } from "@/ui/IntentLink";
import { Image } from "@/ui/Image";
import styles from "./HomeCards.module.css";

/** The cards that lead to parts of the guide, from the settings (`doors`). */
export function HomeCards({ doors }: { doors: SettingsResponse["doors"] }) {
  if (doors.length === 0) return null;
  return (
    <section className={styles.cards} aria-label={homeTexts.cards}>
      <ul>
        {doors.map((card, at) => (
          <li key={card.title} className={styles.card}>
            <div className={styles.frame}>
              <Image
                sources={[illustrationPath(kindOf(categoryIn(card.href)), at + 1)]}
                alt=""
                sizes="20rem"
              />
            </div>
            <h3>{card.title}</h3>
            <p>{card.text}</p>
            <IntentLink href={card.href}>
              {card.button}
              <ArrowRight size={18} aria-hidden />
            </IntentLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The category of the linked page, which decides the illustration. */
function categoryIn(href: string): string | null {
  const query = href.split("?")[1] ?? "";
  return parseExploreQuery(new URLSearchParams(query)).category;
}
