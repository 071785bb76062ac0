/** Creates a map with its options, texts, style and error handling. Part of the lazy bundle. */
import { Map as GlMap, type MapOptions, type StyleSpecification } from "maplibre-gl";
import { fontFamilyOf } from "@karst/web/map-fonts";
import {
  addMissingImages,
  ATTRIBUTION_HTML,
  BASE_PREFIX,
  defaultStyle,
  maxBounds,
  OPENSTREETMAP_HTML,
  type Theme,
} from "@karst/web/map-style";
import type { LatLng } from "@/lib/geo";
import { drawImage } from "./markerImages";
import { currentTheme, prefersReducedMotion, watchTheme } from "./mediaQueries";
import { t } from "@/messages/map.gen";
import { MAX_ZOOM, MIN_ZOOM, toLngLat } from "./view";

export type CreateMapOptions = {
  container: HTMLElement;
  center: LatLng;
  /** The initial zoom. */
  zoom: number;
  /** Replaces the built-in style, which is the fallback if this one cannot be loaded. */
  styleUrl?: string | null;
  /** Adds sources and layers. Called after each style has loaded: at first, and after a change of theme. */
  onStyleLoad: (map: GlMap, theme: Theme, family: string) => void;
  onReady: () => void;
  /** The basemap could not be loaded. */
  onFailure: () => void;
  mapOptions?: Partial<MapOptions>;
};

/** Creates a map in `options.container`. Throws if the browser has no WebGL. */
export function createMap(options: CreateMapOptions): { map: GlMap; remove: () => void } {
  const family = fontFamilyOf(options.container);
  const dragLimits = maxBounds(options.center);
  let theme = currentTheme();
  let usesStyleUrl = Boolean(options.styleUrl);
  const style = (): StyleSpecification | string =>
    usesStyleUrl ? options.styleUrl! : defaultStyle(theme, family, options.center);
  const attribution = dragLimits ? ATTRIBUTION_HTML : undefined;

  const map = new GlMap({
    container: options.container,
    style: style(),
    center: toLngLat(options.center),
    zoom: options.zoom,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    maxBounds: options.styleUrl ? undefined : (dragLimits ?? undefined),
    // North stays up.
    dragRotate: false,
    pitchWithRotate: false,
    maxPitch: 0,
    fadeDuration: prefersReducedMotion() ? 0 : 200,
    attributionControl: {
      compact: false,
      customAttribution: usesStyleUrl
        ? t("controls.placesSource", { source: OPENSTREETMAP_HTML })
        : attribution,
    },
    locale: controlTexts(),
    ...options.mapOptions,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.getCanvas().setAttribute("role", "application");

  addMissingImages(map, (id) => drawImage(id, theme));

  let hasStyle = false;
  map.on("style.load", () => {
    hasStyle = true;
    options.onStyleLoad(map, theme, family);
  });

  // The first event counts: after a missing file the library still reports that it has loaded the rest.
  let isSettled = false;
  const settle = (notify: () => void) => {
    if (!isSettled) notify();
    isSettled = true;
  };
  map.once("load", () => settle(options.onReady));
  map.on("error", (event) => {
    if (!hasStyle && usesStyleUrl) {
      usesStyleUrl = false;
      map.setStyle(style(), { diff: false });
    } else if (isBasemapError(event)) settle(options.onFailure);
  });

  // Tests read the view here, because a canvas does not expose it.
  const exposeView = () => {
    const { lng, lat } = map.getCenter();
    options.container.dataset.view = [map.getZoom().toFixed(2), lat.toFixed(5), lng.toFixed(5)].join("/");
  };
  exposeView();
  map.on("moveend", exposeView);

  const stopWatching = watchTheme((next) => {
    theme = next;
    // Also with a style of the operator's, because our layers on it have two themes. Without a diff the library
    // requests every image again.
    map.setStyle(style(), { diff: false });
  });
  return {
    map,
    remove: () => {
      stopWatching();
      map.remove();
    },
  };
}

/** Whether an error event is about a file of the basemap; the library adds the source without a type. */
function isBasemapError(event: object): boolean {
  return "sourceId" in event && String(event.sourceId).startsWith(BASE_PREFIX);
}

/** The texts of the library's controls, by its keys. */
const controlTexts = () => ({
  "Map.Title": t("controls.canvas"),
  "NavigationControl.ZoomIn": t("controls.zoomIn"),
  "NavigationControl.ZoomOut": t("controls.zoomOut"),
  "GeolocateControl.FindMyLocation": t("controls.findMe"),
  "GeolocateControl.LocationNotAvailable": t("controls.locationUnavailable"),
  "AttributionControl.ToggleAttribution": t("controls.attribution"),
  "Popup.Close": t("cluster.close"),
  "CooperativeGesturesHandler.WindowsHelpText": t("controls.scrollWindows"),
  "CooperativeGesturesHandler.MacHelpText": t("controls.scrollMac"),
  "CooperativeGesturesHandler.MobileHelpText": t("controls.touch"),
});
