/** Makes one map: options, words, style, and what to do when something is missing. Part of the lazy engine. */
import { Map as GlMap, type MapOptions, type StyleSpecification } from "maplibre-gl";
import { drawImage } from "./markerImages";
import { familyOf } from "./fonts";
import { currentTheme, wantsStillness, watchTheme } from "./mediaQueries";
import type { Theme } from "./palette";
import { ATTRIBUTION_HTML, BASE_PREFIX, PLACES_ATTRIBUTION_HTML, blankStyle, builtInStyle } from "./style";
import { mapTexts } from "@/texts/map";
import { MAX_ZOOM, MIN_ZOOM, limits, lngLat, type Point } from "./view";

export type MapPlan = {
  container: HTMLElement;
  center: Point;
  /** The zoom to begin with. */
  zoom: number;
  /** Replaces the built-in style; when it cannot be read, our own is used after all. */
  styleUrl?: string | null;
  /** Adds sources and layers. Called after each style has loaded: at first, and when the theme turns. */
  dress: (map: GlMap, theme: Theme, family: string) => void;
  onReady: () => void;
  /** The basemap itself could not be read. */
  onFailure: () => void;
  options?: Partial<MapOptions>;
};

/** A map in `plan.container`, and how to take it away again. Throws where the browser cannot draw one. */
export function createMap(plan: MapPlan): { map: GlMap; remove: () => void } {
  const family = familyOf(plan.container);
  const sheet = limits(plan.center);
  let theme = currentTheme();
  let foreign = Boolean(plan.styleUrl);
  const ownStyle = () => (sheet ? builtInStyle(theme, family) : blankStyle(theme, plan.center));
  const style = (): StyleSpecification | string => (foreign ? plan.styleUrl! : ownStyle());
  const sources = sheet ? ATTRIBUTION_HTML : undefined;

  const map = new GlMap({
    container: plan.container,
    style: style(),
    center: lngLat(plan.center),
    zoom: plan.zoom,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    maxBounds: plan.styleUrl ? undefined : (sheet ?? undefined),
    // North stays up: a guide's map is read, not flown through.
    dragRotate: false,
    pitchWithRotate: false,
    maxPitch: 0,
    fadeDuration: wantsStillness() ? 0 : 200,
    attributionControl: {
      compact: false,
      customAttribution: foreign ? PLACES_ATTRIBUTION_HTML : sources,
    },
    locale: LOCALE,
    ...plan.options,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.getCanvas().setAttribute("role", "application");

  map.setMissingStyleImageResolver((id) => {
    const drawn = drawImage(id, theme);
    if (drawn && !map.hasImage(id)) map.addImage(id, drawn.image, drawn.options);
  });

  let dressed = false;
  map.on("style.load", () => {
    dressed = true;
    plan.dress(map, theme, family);
  });

  // Whatever comes first holds: after a lost file the library still tells that it has drawn the rest.
  let settled = false;
  const settle = (tell: () => void) => {
    if (!settled) tell();
    settled = true;
  };
  map.once("load", () => settle(plan.onReady));
  map.on("error", (event) => {
    if (!dressed && foreign) {
      foreign = false;
      map.setStyle(style(), { diff: false });
    } else if (isBase(event)) settle(plan.onFailure);
  });

  // A canvas tells nobody what it shows; tests read it here.
  const note = () => {
    const { lng, lat } = map.getCenter();
    plan.container.dataset.view = [map.getZoom().toFixed(2), lat.toFixed(5), lng.toFixed(5)].join("/");
  };
  note();
  map.on("moveend", note);

  const stopWatching = watchTheme((next) => {
    theme = next;
    // A foreign style has one look, but our layers on it still turn. Without a diff every image is asked for anew.
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

/** Whether an error event comes from the basemap's own files; the library adds the source to the event untyped. */
function isBase(event: object): boolean {
  return "sourceId" in event && String(event.sourceId).startsWith(BASE_PREFIX);
}

const LOCALE = {
  "Map.Title": mapTexts.canvas,
  "NavigationControl.ZoomIn": mapTexts.zoomIn,
  "NavigationControl.ZoomOut": mapTexts.zoomOut,
  "GeolocateControl.FindMyLocation": mapTexts.findMe,
  "GeolocateControl.LocationNotAvailable": mapTexts.locationUnavailable,
  "AttributionControl.ToggleAttribution": mapTexts.attribution,
  "Popup.Close": mapTexts.closeCluster,
  "CooperativeGesturesHandler.WindowsHelpText": mapTexts.cooperative.windows,
  "CooperativeGesturesHandler.MacHelpText": mapTexts.cooperative.mac,
  "CooperativeGesturesHandler.MobileHelpText": mapTexts.cooperative.touch,
};
