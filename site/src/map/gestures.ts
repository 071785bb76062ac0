/** Pointing at and tapping on what the layers draw. */
import type { GeoJSONSource, Map as GlMap, MapMouseEvent } from "maplibre-gl";
import { CLUSTER_LAYER, MARKER_LAYER, PLACES_SOURCE, canSplit } from "./markers";
import { moveTo } from "./camera";
import type { Point } from "./view";

export type Gestures = {
  /** The pointer is over a place's marker, or (null) over none. */
  onPoint: (id: number | null) => void;
  onTap: (id: number) => void;
  /** A tap on a cluster that no zoom can part: its places, by id. */
  onFan: (at: Point, ids: number[]) => void;
  /** A tap on the map itself. */
  onGround: () => void;
};

/** Listens on `map` until the returned function is called. */
export function bindGestures(map: GlMap, gestures: Gestures): () => void {
  const hit = (event: MapMouseEvent) => {
    const layers = [CLUSTER_LAYER, MARKER_LAYER].filter((layer) => map.getLayer(layer));
    return layers.length ? map.queryRenderedFeatures(event.point, { layers })[0] : undefined;
  };
  /** Pins and popups lie on the map and bubble their events to it; they answer for themselves. */
  const onGl = (event: MapMouseEvent) => event.originalEvent.target === map.getCanvas();

  const move = (event: MapMouseEvent) => {
    if (!onGl(event)) return;
    const feature = hit(event);
    map.getCanvas().style.cursor = feature ? "pointer" : "";
    gestures.onPoint(feature?.layer.id === MARKER_LAYER ? Number(feature.properties.placeId) : null);
  };
  const out = (event: MapMouseEvent) => {
    // Highlighting a place puts its pin under the pointer: that is no leaving.
    const { relatedTarget } = event.originalEvent;
    const ontoPin = relatedTarget instanceof Element && relatedTarget.closest(".maplibregl-marker");
    if (onGl(event) && !ontoPin) gestures.onPoint(null);
  };
  const tap = (event: MapMouseEvent) => {
    if (!onGl(event)) return;
    const feature = hit(event);
    if (!feature) gestures.onGround();
    else if (feature.layer.id === MARKER_LAYER) gestures.onTap(Number(feature.properties.placeId));
    else
      void openCluster(
        map,
        feature.geometry as GeoJSON.Point,
        Number(feature.properties.cluster_id),
        gestures,
      );
  };

  const bound = [map.on("mousemove", move), map.on("mouseout", out), map.on("click", tap)];
  return () => bound.forEach((subscription) => subscription.unsubscribe());
}

/** Zooms to where the cluster parts, or fans it out where it never does. */
async function openCluster(map: GlMap, { coordinates }: GeoJSON.Point, cluster: number, { onFan }: Gestures) {
  const source = map.getSource<GeoJSONSource>(PLACES_SOURCE);
  if (!source) return;
  const [longitude = 0, latitude = 0] = coordinates;
  const at = { longitude, latitude };
  try {
    const zoom = await source.getClusterExpansionZoom(cluster);
    if (canSplit(zoom)) return moveTo(map, { center: at, zoom }, { byTraveller: true });
    const leaves = await source.getClusterLeaves(cluster, Number.MAX_SAFE_INTEGER, 0);
    const ids = leaves.map((leaf) => Number(leaf.properties?.placeId));
    onFan(at, ids);
  } catch {
    // The places changed between the tap and the answer, and the cluster is gone: nothing to open.
  }
}
