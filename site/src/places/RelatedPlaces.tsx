import { useId, type ReactNode } from "react";
import { CategoryLabel } from "@/categories/CategoryLabel";
import { placePath } from "@/lib/paths";
import { IntentLink } from "@/ui/IntentLink";
import { imageSources } from "./images";
import { Image } from "@/ui/Image";
import styles from "./RelatedPlaces.module.css";
import type { RelatedPlace } from "./useRelatedPlaces";

type Props = {
  title: string;
  note?: string;
  places: readonly RelatedPlace[];
  /** Shown beside the category. */
  facts?: (place: RelatedPlace) => ReactNode;
};

export function RelatedPlaces({ title, note, places, facts }: Props) {
  const headingId = useId();
  return (
    <section className={`${styles.section} no-print`} aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      {note && <p className={styles.note}>{note}</p>}
      <ul>
        {places.map((place) => {
          const category = place.categories[0];
          return (
            <li key={place.id}>
              <span className={styles.frame}>
                <Image
                  sources={imageSources({ ...place, mainCategory: category?.slug })}
                  alt=""
                  sizes="8rem"
                />
              </span>
              <IntentLink className="stretched-link" href={placePath(place.slug)} scroll={false}>
                <bdi>{place.name}</bdi>
              </IntentLink>
              <span className={styles.facts}>
                {category && <CategoryLabel category={category} />}
                {facts?.(place)}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
