import { ArrowRight } from "lucide-react";
import type { Category } from "@/categories/find";
import { PlaceCard } from "@/places/PlaceCard";
import type { PlaceSummary } from "@/places/summary";
import { t } from "@/messages/home.gen";
import button from "@/ui/button.module.css";
import { EmptyState } from "@/ui/EmptyState";
import { IntentLink } from "@/ui/IntentLink";
import styles from "./Featured.module.css";

/** The premium places: the first one large, four beside it, the others below (R23). */
export function FeaturedPlaces({
  places,
  categories,
}: {
  places: PlaceSummary[];
  categories: readonly Category[];
}) {
  return (
    <section className={styles.featured} aria-labelledby="featured-places">
      <div className={styles.head}>
        <div>
          <h2 id="featured-places">{t("featured.title")}</h2>
          {places.length > 0 && <p>{t("featured.intro")}</p>}
        </div>
        <IntentLink className={button.secondary} href="/explore">
          {t("featured.more")}
          <ArrowRight size={18} aria-hidden />
        </IntentLink>
      </div>
      {places.length > 0 ? (
        <ul className={styles.grid}>
          {places.map((place) => (
            <li key={place.id}>
              <PlaceCard
                place={place}
                category={categories.find(({ slug }) => slug === place.categories[0])}
              />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title={t("featured.none")} />
      )}
    </section>
  );
}
