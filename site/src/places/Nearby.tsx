"use client";

import { distanceKm } from "@/lib/distance";
import type { LatLng } from "@/lib/geo";
import { minutesTo } from "@/lib/minutes";
import { t } from "@/messages/nearby.gen";
import { formatDistance } from "./formatDistance";
import styles from "./Nearby.module.css";
import { RelatedPlaces } from "./RelatedPlaces";
import { isApproximate } from "./summary";

const LIMIT = 4;

/** Other places near this one, nearest first. R214 */
export function Nearby({ id, ...point }: LatLng & { id: number }) {
  return (
    <RelatedPlaces
      title={t("title")}
      note={t("note")}
      // The result includes the place itself.
      query={`near=${point.latitude},${point.longitude}&sort=distance&limit=${LIMIT + 1}`}
      arrange={(places) => places.filter((place) => place.id !== id).slice(0, LIMIT)}
      facts={(place) => {
        const km = distanceKm(point, place);
        // The travel time to an approximate location is unknown.
        const isRough = isApproximate(place);
        const travel = isRough ? null : minutesTo(km);
        return (
          <>
            <span>{formatDistance(km, isRough)}</span>
            {travel && <span>{t("travelTime", travel)}</span>}
          </>
        );
      }}
      className={styles.nearby}
    />
  );
}
