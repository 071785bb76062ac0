"use client";

import { distanceKm } from "@/lib/distance";
import type { LatLng } from "@/lib/geo";
import { minutesTo } from "@/lib/minutes";
import { t } from "@/messages/nearby.gen";
import { useInView } from "@/ui/useInView";
import { formatDistance } from "./formatDistance";
import styles from "./Nearby.module.css";
import { RelatedPlaces } from "./RelatedPlaces";
import { isApproximate } from "./summary";
import { useRelatedPlaces } from "./useRelatedPlaces";

const LIMIT = 4;

/** Other places near this one, loaded when the section comes near the viewport. R214 */
export function Nearby({ id, ...point }: LatLng & { id: number }) {
  const [container, isNear] = useInView<HTMLDivElement>("400px");
  // The result includes the place itself.
  const query = `near=${point.latitude},${point.longitude}&sort=distance&limit=${LIMIT + 1}`;
  const places = useRelatedPlaces(query, isNear)
    .filter((place) => place.id !== id)
    .slice(0, LIMIT);
  return (
    <div ref={container} className={places.length > 0 ? styles.nearby : undefined}>
      {places.length > 0 && (
        <RelatedPlaces
          title={t("title")}
          note={t("note")}
          places={places}
          facts={(place) => {
            const km = distanceKm(point, place);
            // The travel time to an approximate location is unknown.
            const isRough = isApproximate(place);
            const travel = isRough ? null : minutesTo(km);
            return (
              <>
                <span>{formatDistance(km, isRough)}</span>
                {travel?.by === "walk" && <span>{t("walk", travel)}</span>}
                {travel?.by === "ride" && <span>{t("ride", travel)}</span>}
              </>
            );
          }}
        />
      )}
    </div>
  );
}
