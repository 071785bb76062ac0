"use client";

import { CategoryLabel } from "@/categories/CategoryLabel";
import { distanceKm } from "@/kit/distance";
import { placePath } from "@/kit/paths";
import { texts } from "@/texts";
import { minutesTo } from "@/kit/minutes";
import { IntentLink } from "@/ui/IntentLink";
import { Picture } from "@/ui/Picture";
import { useVisible } from "@/ui/useVisible";
import styles from "./Nearby.module.css";
import { pictureSources } from "./picture";
import { isApproximate } from "./summary";
import { useNearby } from "./useNearby";

type Spot = { id: number; latitude: number; longitude: number };

/** What else there is around a place, nearest first. It waits until the reader has come down to it. */
export function Nearby(spot: Spot) {
  const [edge, isNear] = useVisible<HTMLDivElement>("400px");
  const places = useNearby(spot, isNear);
  return (
    <div ref={edge}>
      {places.length > 0 && (
        <section className={styles.nearby} aria-labelledby="nearby">
          <h2 id="nearby">{texts.place.nearby}</h2>
          <p className={styles.note}>{texts.place.nearbyNote}</p>
          <ul>
            {places.map((place) => {
              const category = place.categories[0];
              const km = distanceKm(spot, place);
              // How long the way to a point takes that is not the place's own, nobody knows.
              const isRough = isApproximate(place);
              const way = isRough ? null : minutesTo(km);
              return (
                <li key={place.id}>
                  <span className={styles.frame}>
                    <Picture
                      sources={pictureSources({ ...place, mainCategory: category?.slug })}
                      alt=""
                      sizes="8rem"
                    />
                  </span>
                  <IntentLink href={placePath(place.slug)} scroll={false}>
                    {place.name}
                  </IntentLink>
                  <span className={styles.facts}>
                    {category && <CategoryLabel category={category} />}
                    <span>{texts.place.distanceOf(km, isRough)}</span>
                    {way && <span>{texts.place.minutes[way.by](way.minutes)}</span>}
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
