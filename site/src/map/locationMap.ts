/** One place on its small map. Part of the lazy engine. */
import type { Map as GlMap } from "maplibre-gl";
import { markerImage } from "./markers";
import { PALETTES, type Theme } from "./palette";
import { lngLat, type Point } from "./view";

export type Spot = Point & { icon: string; color: string; approximate: boolean };

/** Metres a pixel spans at zoom 0 on the equator, for tiles of 512 px. */
const METRES_PER_PIXEL = 78271.517;
/** How wide "around here" is drawn. The data give no radius, so the circle has no edge. */
const SOFT_RADIUS_M = 250;

/** The radius in pixels of `metres` on the ground at `latitude` (degrees) and `zoom`. */
export function pixels(metres: number, latitude: number, zoom: number): number {
  return (metres * 2 ** zoom) / (METRES_PER_PIXEL * Math.cos((latitude * Math.PI) / 180));
}

/** The place's marker, over a soft circle when its point is only approximate. */
export function addSpot(map: GlMap, spot: Spot, theme: Theme): void {
  map.addSource("spot", { type: "geojson", data: { type: "Point", coordinates: lngLat(spot) } });
  if (spot.approximate) {
    const radius = (zoom: number) => pixels(SOFT_RADIUS_M, spot.latitude, zoom);
    map.addLayer({
      id: "spot-soft",
      type: "circle",
      source: "spot",
      paint: {
        "circle-color": PALETTES[theme].cluster,
        "circle-opacity": 0.3,
        "circle-blur": 0.6,
        "circle-radius": ["interpolate", ["exponential", 2], ["zoom"], 0, radius(0), 20, radius(20)],
      },
    });
  }
  map.addLayer({
    id: "spot-marker",
    type: "symbol",
    source: "spot",
    layout: { "icon-image": markerImage(spot), "icon-allow-overlap": true },
  });
}
