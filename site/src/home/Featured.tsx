import { ArrowRight } from "lucide-react";
import { ArticleGrid } from "@/articles/ArticleGrid";
import type { ArticleSummary } from "@/articles/summary";
import type { Category } from "@/categories/find";
import { topicPath } from "@/lib/paths";
import { PlaceCard } from "@/places/PlaceCard";
import type { PlaceSummary } from "@/places/summary";
import { t } from "@/messages/home.gen";
import button from "@/ui/button.module.css";
import { EmptyState } from "@/ui/EmptyState";
import { IntentLink } from "@/ui/IntentLink";
import styles from "./Featured.module.css";

type FeaturedProps = { places: PlaceSummary[]; categories: readonly Category[] };

/** The premium places: the first one large, four beside it, the others below (R23). */
export function FeaturedPlaces({ places, categories }: FeaturedProps) {
  return (
    <section className={styles.featured} aria-labelledby="featured-places">
      <Head id="featured-places" section="featured" hasIntro={places.length > 0} href="/explore" />
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

/** The newest articles. Renders nothing without articles. */
export function NewestArticles({ articles }: { articles: ArticleSummary[] }) {
  if (articles.length === 0) return null;
  return (
    <section className={styles.articles} aria-labelledby="newest-articles">
      <Head id="newest-articles" section="articles" hasIntro href={topicPath(null)} />
      <ArticleGrid articles={articles} labelledBy="newest-articles" />
    </section>
  );
}

type HeadProps = { id: string; section: "featured" | "articles"; hasIntro: boolean; href: string };

function Head({ id, section, hasIntro, href }: HeadProps) {
  return (
    <div className={styles.head}>
      <div>
        <h2 id={id}>{t(`${section}.title`)}</h2>
        {hasIntro && <p>{t(`${section}.intro`)}</p>}
      </div>
      <IntentLink className={button.secondary} href={href}>
        {t(`${section}.more`)}
        <ArrowRight size={18} aria-hidden />
      </IntentLink>
    </div>
  );
}
