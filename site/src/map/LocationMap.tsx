"use client";

import { useEffect, useRef } from "react";
import styles from "./Map.module.css";
import { DEFAULT_ICON, markerColor } from "./markerStyle";
import { isolateBidi } from "@/lib/bidi";
import { t } from "@/messages/map.gen";
import { t as tFrame } from "@/messages/mapFrame.gen";
import { useMap, type OnStyleLoad } from "./useMap";
import { LOCATION_ZOOM } from "./view";

type Props = {
  latitude: number;
  longitude: number;
  name: string;
  /** The color of the category; null means gray. */
  color: string | null;
  /** The icon of the category; null means a map pin. */
  icon: string | null;
  /** A note below the map that the location is approximate; null if it is exact. */
  note: string | null;
  /** The initial zoom. */
  zoom?: number;
  /** The GeoJSON of a route or an area, below the marker. */
  overlay?: unknown;
  styleUrl?: string | null;
};

/** A small map of one point. It does not capture the scrolling of the page. */
export function LocationMap({
  latitude,
  longitude,
  name,
  color,
  icon,
  note,
  zoom = LOCATION_ZOOM,
  overlay,
  styleUrl,
}: Props) {
  const container = useRef<HTMLDivElement>(null);
  const onStyleLoad: OnStyleLoad = ({ map, bundle, theme }) => {
    const style = { icon: icon ?? DEFAULT_ICON, color: markerColor(color) };
    if (overlay) bundle.addOverlay(map, overlay as GeoJSON.GeoJSON, theme);
    bundle.addLocationLayers(map, { latitude, longitude, approximate: note !== null, ...style }, theme);
  };
  const { phase, loadedMap } = useMap(container, {
    center: { latitude, longitude },
    zoom,
    styleUrl,
    onStyleLoad,
    mapOptions: { cooperativeGestures: true },
  });

  useEffect(() => {
    if (!loadedMap) return;
    const { map, bundle } = loadedMap;
    map.addControl(new bundle.NavigationControl({ showCompass: false }), "top-right");
    map.addControl(new bundle.ScaleControl({ unit: "metric", maxWidth: 80 }), "bottom-left");
  }, [loadedMap]); // the map removes its controls itself

  return (
    <figure className={styles.location} data-phase={phase}>
      <div
        className={styles.locationFrame}
        role="region"
        aria-label={t("locationRegion", { name: isolateBidi(name) })}
      >
        <div ref={container} className={styles.canvas} />
        {phase !== "ready" && (
          <p className={styles.cover} role="status">
            {phase === "failed"
              ? tFrame("unavailable")
              : phase === "loading"
                ? tFrame("loading")
                : t("initializing")}
          </p>
        )}
      </div>
      {note && <figcaption className={styles.locationNote}>{note}</figcaption>}
    </figure>
  );
}
