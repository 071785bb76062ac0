/**
 * The parts of the map that are too large for the first load of a page: the library, its styles, layers and images.
 * Import it only through loader.ts.
 */
import "maplibre-gl/dist/maplibre-gl.css";
import { setWorkerUrl } from "maplibre-gl";

export { GeolocateControl, Marker, NavigationControl, Popup, ScaleControl } from "maplibre-gl";
export { createMap } from "./createMap";
export { bindGestures } from "./gestures";
export { MARKER_LAYER, PLACES_SOURCE, markersExcept, placeLayers, placesSource, toFeatures } from "./markers";
export { iconShapes } from "./icons";
export { addOverlay } from "@karst/web/map-style";
export { pinElement } from "./pin";
export { addLocationLayers } from "./locationLayers";

// The library does not find its worker after bundling; the bundler copies it to our own origin.
setWorkerUrl(new URL("maplibre-gl/dist/maplibre-gl-worker.mjs", import.meta.url).href);
