"use client";

import { useEffect, useRef } from "react";
import styles from "./Map.module.css";
import { DEFAULT_ICON, markerColor } from "./signs";
import { mapTexts } from "./texts";
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
  /** The point stands for a neighbourhood: drawn as a soft circle, and said so. */
  approximate: boolean;
  styleUrl?: string | null;
};

/** A small map of one place. It loads when it comes near the screen, and never takes the page's scrolling. */
export function SpotMap({ latitude, longitude, name, color, icon, approximate, styleUrl }: SpotMapProps) {
  const container = useRef<HTMLDivElement>(null);
  const near = useNear(container, "300px");
  const dress: Dress = ({ map, engine, theme }) => {
    const look = { icon: icon ?? DEFAULT_ICON, color: markerColor(color) };
    engine.addSpot(map, { latitude, longitude, approximate, ...look }, theme);
  };
  const { phase, live } = useMap(container, near, {
    center: { latitude, longitude },
    zoom: SPOT_ZOOM,
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
      <div className={styles.spotFrame} role="region" aria-label={mapTexts.spotRegion(name)}>
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
      {approximate && <figcaption className={styles.spotNote}>{mapTexts.approximate}</figcaption>}
    </figure>
  );
}
