import { ArrowRight } from "lucide-react";
import type { SettingsResponse } from "@karst/client";
import { readExploreQuery, scenePath } from "@/kit/paths";
import { kindOf } from "@/scenes/kinds";
import { homeTexts } from "@/texts/home";
import { IntentLink } from "@/ui/IntentLink";
import { Picture } from "@/ui/Picture";
import styles from "./Doors.module.css";

/** Ways into the guide, as the region's settings name them. */
export function Doors({ doors }: { doors: SettingsResponse["doors"] }) {
  if (doors.length === 0) return null;
  return (
    <section className={styles.doors} aria-label={homeTexts.doors}>
      <ul>
        {doors.map((door, at) => (
          <li key={door.title} className={styles.door}>
            <div className={styles.frame}>
              <Picture sources={[scenePath(kindOf(categoryIn(door.href)), at + 1)]} alt="" sizes="20rem" />
            </div>
            <h3>{door.title}</h3>
            <p>{door.text}</p>
            <IntentLink href={door.href}>
              {door.button}
              <ArrowRight size={18} aria-hidden />
            </IntentLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The category that a door leads to decides its picture. */
function categoryIn(href: string): string | null {
  const query = href.split("?")[1] ?? "";
  return readExploreQuery(new URLSearchParams(query)).category;
}
