"use client";

import { distanceKm } from "@/lib/distance";
import { minutesTo } from "@/lib/minutes";
import { cardTexts } from "@/texts/card";
import { placeTexts } from "@/texts/place";
import { useInView } from "@/ui/useInView";
import styles from "./Nearby.module.css";
import { PlaceTiles } from "./RelatedPlaces";
import { isApproximate } from "./summary";
import { useTiles } from "./useTiles";

type Spot = { id: number; latitude: number; longitude: number };

const SHOWN = 4;

/** What else there is around a place, nearest first. It waits until the reader has come down to it. */
export function Nearby(spot: Spot) {
  const [edge, isNear] = useInView<HTMLDivElement>("400px");
  // The place is its own nearest.
  const query = `near=${spot.latitude},${spot.longitude}&sort=distance&limit=${SHOWN + 1}`;
  const places = useTiles(query, isNear)
    .filter(({ id }) => id !== spot.id)
    .slice(0, SHOWN);
  return (
    <div ref={edge} className={places.length > 0 ? styles.nearby : undefined}>
      {places.length > 0 && (
        <PlaceTiles
          title={placeTexts.nearby}
          note={placeTexts.nearbyNote}
          places={places}
          facts={(place) => {
            const km = distanceKm(spot, place);
            // How long the way to a point takes that is not the place's own, nobody knows.
            const isRough = isApproximate(place);
            const way = isRough ? null : minutesTo(km);
            return (
              <>
                <span>{cardTexts.distanceOf(km, isRough)}</span>
                {way && <span>{placeTexts.minutes[way.by](way.minutes)}</span>}
              </>
            );
          }}
        />
      )}
    </div>
  );
}
