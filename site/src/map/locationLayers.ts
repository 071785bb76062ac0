/** The layers of a map of one place. Part of the lazy bundle. */
import type { Map as GlMap } from "maplibre-gl";
import { addLocationArea, type Theme } from "@karst/web/map-style";
import type { LatLng } from "@/lib/geo";
import { markerImageId } from "./markers";
import { toLngLat } from "./view";

type MarkedLocation = LatLng & { icon: string; color: string; approximate: boolean };

/** The marker of the place, above a blurred circle if its location is approximate. */
export function addLocationLayers(map: GlMap, location: MarkedLocation, theme: Theme): void {
  if (location.approximate) addLocationArea(map, location, theme);
  map.addLayer({
    id: "location-marker",
    type: "symbol",
    source: { type: "geojson", data: { type: "Point", coordinates: toLngLat(location) } },
    layout: { "icon-image": markerImageId(location), "icon-allow-overlap": true },
  });
}
