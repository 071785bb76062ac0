/** The layers of a map of one place. Part of the lazy bundle. */
import type { Map as GlMap } from "maplibre-gl";
import { PALETTES, type Theme } from "@karst/web/map-style";
import type { LatLng } from "@/lib/geo";
import { markerImageId } from "./markers";
import { toLngLat } from "./view";

type MarkedLocation = LatLng & { icon: string; color: string; approximate: boolean };

/** At zoom 0 on the equator, for tiles of 512 px. */
const METERS_PER_PIXEL = 78271.517;
/** The radius of the circle of an approximate location. The data have no radius, so the circle has no edge. */
const APPROXIMATE_RADIUS_METERS = 250;

/** A length on the ground at `latitude` (degrees) and `zoom`, in pixels. */
export function metersToPixels(meters: number, latitude: number, zoom: number): number {
  return (meters * 2 ** zoom) / (METERS_PER_PIXEL * Math.cos((latitude * Math.PI) / 180));
}

/** The marker of the place, above a blurred circle if its location is approximate. */
export function addLocationLayers(map: GlMap, location: MarkedLocation, theme: Theme): void {
  map.addSource("location", {
    type: "geojson",
    data: { type: "Point", coordinates: toLngLat(location) },
  });
  if (location.approximate) {
    const radius = (zoom: number) => metersToPixels(APPROXIMATE_RADIUS_METERS, location.latitude, zoom);
    map.addLayer({
      id: "location-area",
      type: "circle",
      source: "location",
      paint: {
        "circle-color": PALETTES[theme].cluster,
        "circle-opacity": 0.3,
        "circle-blur": 0.6,
        "circle-radius": ["interpolate", ["exponential", 2], ["zoom"], 0, radius(0), 20, radius(20)],
      },
    });
  }
  map.addLayer({
    id: "location-marker",
    type: "symbol",
    source: "location",
    layout: { "icon-image": markerImageId(location), "icon-allow-overlap": true },
  });
}
