"use client";

import { useEffect, useId, useState, type ReactNode } from "react";
import type { PlaceResponse } from "@karst/client";
import { getJson } from "@/api/browser";
import { CategoryLabel } from "@/categories/CategoryLabel";
import { placePath } from "@/lib/paths";
import { IntentLink } from "@/ui/IntentLink";
import { useInView } from "@karst/web/inView";
import { imageSources } from "./images";
import { Image } from "@/ui/Image";
import styles from "./RelatedPlaces.module.css";

const FIELDS = [
  "id",
  "slug",
  "name",
  "categories",
  "latitude",
  "longitude",
  "coordinateConfidence",
  "imageUrl",
  "pictures",
] as const;
type RelatedPlace = Pick<PlaceResponse, (typeof FIELDS)[number]>;

type Props = {
  title: string;
  note?: string;
  /** Of the API, such as `near=17.5,106.2&sort=distance`. */
  query: string;
  /** Sorts and filters the loaded places. */
  arrange: (places: RelatedPlace[]) => RelatedPlace[];
  /** Shown beside the category. */
  facts?: (place: RelatedPlace) => ReactNode;
  className?: string;
};

/**
 * The places of a query; nothing until they have loaded and after an error. They load in the browser when they come near the
 * viewport. Otherwise each change of a place would invalidate all pages that show it.
 */
export function RelatedPlaces({ title, note, query, arrange, facts, className }: Props) {
  const headingId = useId();
  const [container, isNear] = useInView<HTMLDivElement>("400px");
  const [places, setPlaces] = useState<RelatedPlace[]>([]);
  useEffect(() => {
    if (!isNear || !query) return;
    const controller = new AbortController();
    getJson<RelatedPlace[]>(`/api/businesses?${query}&fields=${FIELDS.join()}`, controller.signal).then(
      setPlaces,
      (error: unknown) => {
        if (!controller.signal.aborted) console.warn("Places could not be loaded", error);
      },
    );
    return () => controller.abort();
  }, [query, isNear]);
  const arranged = arrange(places);
  return (
    <div ref={container} className={arranged.length > 0 ? className : undefined}>
      {arranged.length > 0 && (
        <section className={`${styles.section} no-print`} aria-labelledby={headingId}>
          <h2 id={headingId}>{title}</h2>
          {note && <p className={styles.note}>{note}</p>}
          <ul>
            {arranged.map((place) => {
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
      )}
    </div>
  );
}
