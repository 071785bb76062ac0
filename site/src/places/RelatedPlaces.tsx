import { useId, type ReactNode } from "react";
import { CategoryLabel } from "@/categories/CategoryLabel";
import { placePath } from "@/lib/paths";
import { IntentLink } from "@/ui/IntentLink";
import { Image } from "@/ui/Image";
import { pictureSources } from "./picture";
import styles from "./RelatedPlaces.module.css";
import type { TilePlace } from "./useTiles";

type Props = {
  title: string;
  note?: string;
  places: readonly TilePlace[];
  /** What else there is to say of one, beside its category. */
  facts?: (place: TilePlace) => ReactNode;
};

/** A few places as small cards under a heading, each leading to its place. */
export function PlaceTiles({ title, note, places, facts }: Props) {
  const heading = useId();
  return (
    <section className={styles.tiles} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {note && <p className={styles.note}>{note}</p>}
      <ul>
        {places.map((place) => {
          const category = place.categories[0];
          return (
            <li key={place.id}>
              <span className={styles.frame}>
                <Image
                  sources={pictureSources({ ...place, mainCategory: category?.slug })}
                  alt=""
                  sizes="8rem"
                />
              </span>
              <IntentLink href={placePath(place.slug)} scroll={false}>
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
