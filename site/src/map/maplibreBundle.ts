/**
 * Everything of the map that is too heavy for a page's first load: the library, its styles, our layers and drawings.
 * Reach it only through loader.ts.
 */
import "maplibre-gl/dist/maplibre-gl.css";
import { setWorkerUrl } from "maplibre-gl";

export { GeolocateControl, Marker, NavigationControl, Popup, ScaleControl } from "maplibre-gl";
export { createMap } from "./createMap";
export { bindGestures } from "./gestures";
export { MARKER_LAYER, PLACES_SOURCE, markersBut, placeLayers, placesSource, toFeatures } from "./markers";
export { iconShapes } from "./icons";
export { addOverlay } from "./overlay";
export { pinElement } from "./pin";
export { addSpot } from "./locationMap";

// The library cannot find its worker once it is bundled; the bundler copies it to our own origin and names it.
setWorkerUrl(new URL("maplibre-gl/dist/maplibre-gl-worker.mjs", import.meta.url).href);
