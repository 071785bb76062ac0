/** The map style of the site and the console. Load it only with the map library. */
export { COVERAGE_BOUNDS, gridLines, maskAround, maxBounds } from "./coverage";
export type { Bounds, LatLng } from "./geo";
export {
  addMissingImages,
  drawBasemapImage,
  fillCircle,
  paint,
  PIXEL_RATIO,
  type DrawnImage,
} from "./images";
export { addLocationArea, metersToPixels } from "./location";
export { anchorsAround, textFont, textHalo } from "./labelLayers";
export { addOverlay, OVERLAY_SOURCE, overlayLayers, type Overlay } from "./overlay";
export { PALETTES, type Palette, type Theme } from "./palette";
export {
  ATTRIBUTION_HTML,
  BASE_PREFIX,
  blankStyle,
  builtInStyle,
  defaultStyle,
  OPENSTREETMAP_HTML,
} from "./style";
