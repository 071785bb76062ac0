/** The area around an approximate location. */
import type { Map as GlMap } from "maplibre-gl";
import type { LatLng } from "./geo";
import { PALETTES, type Theme } from "./palette";

/** At zoom 0 on the equator, for tiles of 512 px. */
const METERS_PER_PIXEL = 78271.517;
/** The radius of the circle of an approximate location. The data have no radius, so the circle has no edge. */
const APPROXIMATE_RADIUS_METERS = 250;

/** A length on the ground at `latitude` (degrees) and `zoom`, in pixels. */
export function metersToPixels(meters: number, latitude: number, zoom: number): number {
  return (meters * 2 ** zoom) / (METERS_PER_PIXEL * Math.cos((latitude * Math.PI) / 180));
}

/** A blurred circle around an approximate location, for under its marker. */
export function addLocationArea(map: GlMap, { latitude, longitude }: LatLng, theme: Theme): void {
  const radius = (zoom: number) => metersToPixels(APPROXIMATE_RADIUS_METERS, latitude, zoom);
  map.addLayer({
    id: "location-area",
    type: "circle",
    source: { type: "geojson", data: { type: "Point", coordinates: [longitude, latitude] } },
    paint: {
      "circle-color": PALETTES[theme].cluster,
      "circle-opacity": 0.3,
      "circle-blur": 0.6,
      "circle-radius": ["interpolate", ["exponential", 2], ["zoom"], 0, radius(0), 20, radius(20)],
    },
  });
}
