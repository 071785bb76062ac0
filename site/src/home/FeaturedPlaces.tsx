import { ArrowRight } from "lucide-react";
import type { Category } from "@/categories/find";
import { PlaceCard } from "@/places/PlaceCard";
import type { PlaceSummary } from "@/places/summary";
import { homeTexts } from "@/texts/home";
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
          <h2 id="featured-places">{homeTexts.featured}</h2>
          {places.length > 0 && <p>{homeTexts.featuredIntro}</p>}
        </div>
        <IntentLink className={button.secondary} href="/explore">
          {homeTexts.exploreMore}
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
        <EmptyState title={homeTexts.noFeatured} />
      )}
    </section>
  );
}
