/** Handles pointer movements and clicks on the layers of places. */
import type { GeoJSONSource, Map as GlMap, MapMouseEvent } from "maplibre-gl";
import type { LatLng } from "@/lib/geo";
import { CLUSTER_LAYER, MARKER_LAYER, PLACES_SOURCE, canSplit } from "./markers";
import { moveTo } from "./camera";

export type GestureHandlers = {
  /** The pointer is over the marker of a place, or (null) over none. */
  onMarkerHover: (id: number | null) => void;
  onMarkerClick: (id: number) => void;
  /** A click on a cluster that no zoom can split, with the ids of its places. */
  onClusterOpen: (point: LatLng, ids: number[]) => void;
  onBackgroundClick: () => void;
};

/** Returns a function that removes the listeners. */
export function bindGestures(map: GlMap, handlers: GestureHandlers): () => void {
  const featureAt = (event: MapMouseEvent) => {
    const layers = [CLUSTER_LAYER, MARKER_LAYER].filter((layer) => map.getLayer(layer));
    return layers.length ? map.queryRenderedFeatures(event.point, { layers })[0] : undefined;
  };
  /** Events of pins and popups bubble to the map, but have handlers of their own. */
  const isOnCanvas = (event: MapMouseEvent) => event.originalEvent.target === map.getCanvas();

  const onMouseMove = (event: MapMouseEvent) => {
    if (!isOnCanvas(event)) return;
    const feature = featureAt(event);
    map.getCanvas().style.cursor = feature ? "pointer" : "";
    handlers.onMarkerHover(feature?.layer.id === MARKER_LAYER ? Number(feature.properties.placeId) : null);
  };
  const onMouseOut = (event: MapMouseEvent) => {
    // Highlighting a place puts its pin under the pointer, which is still on the place then.
    const { relatedTarget } = event.originalEvent;
    const isOntoPin = relatedTarget instanceof Element && relatedTarget.closest(".maplibregl-marker");
    if (isOnCanvas(event) && !isOntoPin) handlers.onMarkerHover(null);
  };
  const onClick = (event: MapMouseEvent) => {
    if (!isOnCanvas(event)) return;
    const feature = featureAt(event);
    if (!feature) handlers.onBackgroundClick();
    else if (feature.layer.id === MARKER_LAYER) handlers.onMarkerClick(Number(feature.properties.placeId));
    else
      void openCluster(
        map,
        feature.geometry as GeoJSON.Point,
        Number(feature.properties.cluster_id),
        handlers,
      );
  };

  const subscriptions = [
    map.on("mousemove", onMouseMove),
    map.on("mouseout", onMouseOut),
    map.on("click", onClick),
  ];
  return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
}

/** Zooms in until the cluster splits, or opens a list of its places if it never does. */
async function openCluster(
  map: GlMap,
  { coordinates }: GeoJSON.Point,
  clusterId: number,
  { onClusterOpen }: GestureHandlers,
) {
  const source = map.getSource<GeoJSONSource>(PLACES_SOURCE);
  if (!source) return;
  const [longitude = 0, latitude = 0] = coordinates;
  const center = { longitude, latitude };
  try {
    const zoom = await source.getClusterExpansionZoom(clusterId);
    if (canSplit(zoom)) return moveTo(map, { center, zoom }, { byUser: true });
    const leaves = await source.getClusterLeaves(clusterId, Number.MAX_SAFE_INTEGER, 0);
    const ids = leaves.map((leaf) => Number(leaf.properties?.placeId));
    onClusterOpen(center, ids);
  } catch {
    // The places have changed since the click, and the cluster does not exist any more.
  }
}
