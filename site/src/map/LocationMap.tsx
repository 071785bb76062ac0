"use client";

import { useEffect, useRef } from "react";
import styles from "./Map.module.css";
import { DEFAULT_ICON, markerColor } from "./markerStyle";
import { mapTexts } from "@/texts/map";
import { useMap, type Dress } from "./useMap";
import { useNear } from "./useNear";
import { SPOT_ZOOM } from "./view";

export type SpotMapProps = {
  latitude: number;
  longitude: number;
  name: string;
  /** The category's colour; null is the grey default. */
  color: string | null;
  /** The category's icon; null is a map pin. */
  icon: string | null;
  /** Said under the map where the point stands for a neighbourhood, drawn as a soft circle; null where it is exact. */
  note: string | null;
  /** How close the map looks at first. */
  zoom?: number;
  /** A route or an area, drawn below the marker: any GeoJSON. */
  overlay?: unknown;
  styleUrl?: string | null;
};

/** A small map of one point. It loads when it comes near the screen, and never takes the page's scrolling. */
export function SpotMap({
  latitude,
  longitude,
  name,
  color,
  icon,
  note,
  zoom = SPOT_ZOOM,
  overlay,
  styleUrl,
}: SpotMapProps) {
  const container = useRef<HTMLDivElement>(null);
  const near = useNear(container, "300px");
  const dress: Dress = ({ map, engine, theme }) => {
    const look = { icon: icon ?? DEFAULT_ICON, color: markerColor(color) };
    if (overlay) engine.addOverlay(map, overlay as GeoJSON.GeoJSON, theme);
    engine.addSpot(map, { latitude, longitude, approximate: note !== null, ...look }, theme);
  };
  const { phase, live } = useMap(container, near, {
    center: { latitude, longitude },
    zoom,
    styleUrl,
    dress,
    options: { cooperativeGestures: true },
  });

  useEffect(() => {
    if (!live) return;
    const { map, engine } = live;
    map.addControl(new engine.NavigationControl({ showCompass: false }), "top-right");
    map.addControl(new engine.ScaleControl({ unit: "metric", maxWidth: 80 }), "bottom-left");
  }, [live]); // they go with the map

  return (
    <figure className={styles.spot} data-phase={phase}>
      <div className={styles.spotFrame} role="region" aria-label={mapTexts.locationRegion(name)}>
        <div ref={container} className={styles.canvas} />
        {phase !== "ready" && (
          <p className={styles.cover} role="status">
            {phase === "failed"
              ? mapTexts.unavailable
              : phase === "loading"
                ? mapTexts.loading
                : mapTexts.initializing}
          </p>
        )}
      </div>
      {note && <figcaption className={styles.spotNote}>{note}</figcaption>}
    </figure>
  );
}
