"use client";

import type { GeoJSONSource } from "maplibre-gl";
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from "react";
import type { Bounds, LatLng } from "@/lib/geo";
import { useLoad } from "@/lib/useLoad";
import { AreaButton } from "./AreaButton";
import { ClusterPopup } from "./ClusterPopup";
import {
  fetchFeed,
  filterByIds,
  sameIds,
  sortByPremium,
  toPlaces,
  type CategoryIcons,
  type MapPlace,
} from "./feed";
import { Highlight } from "./Highlight";
import styles from "./Map.module.css";
import { MapCover } from "./MapCover";
import { hasNoHover } from "./mediaQueries";
import { t } from "@/messages/map.gen";
import { useMap, type OnStyleLoad } from "./useMap";
import { useMapControls } from "./useMapControls";
import { usePlaceCamera } from "./usePlaceCamera";
import { contains } from "./view";

export type PlaceMapProps = {
  center: LatLng;
  zoom: number;
  /** Another map style (the operator's MAP_STYLE_URL) instead of the built-in one. */
  styleUrl?: string | null;
  /** The ids of the visible places; null means all. */
  visibleIds: readonly number[] | null;
  /** The place that is highlighted in the list or on the map. The map follows the list. R57 */
  highlightedId: number | null;
  /** The open place; the map moves to it. */
  selectedId: number | null;
  onHighlight: (id: number | null) => void;
  onOpen: (place: { id: number; slug: string; name: string }) => void;
  /** After each change the map fits the visible places. R54 */
  fitKey: number;
  /** The area that the list is limited to; null if it is not. */
  area: Bounds | null;
  onAreaChange: (area: Bounds | null) => void;
  /** The height of the lower edge that something covers, in CSS pixels. */
  bottomInset?: number;
  /** Must be a stable reference. */
  icons: CategoryIcons;
};

/** The large map beside the list. On devices without hover, the first tap highlights a place and the second opens it. */
export function PlaceMap(props: PlaceMapProps) {
  const { center, zoom, styleUrl, highlightedId, selectedId, onHighlight, onOpen, fitKey, area, icons } =
    props;
  const container = useRef<HTMLDivElement>(null);
  const descriptionId = useId();
  const { data: features, hasFailed, retry: retryPlaces } = useLoad(fetchFeed);
  const allPlaces = useMemo(() => features && toPlaces(features, icons), [features, icons]);
  const [visibleIds, setVisibleIds] = useState(props.visibleIds);
  const [cluster, setCluster] = useState<{ point: LatLng; ids: number[] } | null>(null);
  if (!sameIds(visibleIds, props.visibleIds)) {
    setVisibleIds(props.visibleIds);
    setCluster(null); // its places may not be visible any more
  }
  const places = useMemo(() => filterByIds(allPlaces ?? [], visibleIds), [allPlaces, visibleIds]);
  const placeById = useMemo(() => new Map((allPlaces ?? []).map((place) => [place.id, place])), [allPlaces]);

  const onStyleLoad: OnStyleLoad = ({ map, bundle, theme, family }) => {
    map.addSource(bundle.PLACES_SOURCE, bundle.placesSource(places));
    for (const layer of bundle.placeLayers(theme, family)) map.addLayer(layer);
  };
  const { phase, loadedMap, isUnsupported, retry } = useMap(container, {
    center,
    zoom,
    styleUrl,
    onStyleLoad,
  });
  const notice = useMapControls(loadedMap);
  useEffect(() => {
    if (!loadedMap) return;
    const { map, bundle } = loadedMap;
    // Before the style has loaded there is no source; `onStyleLoad` adds the current places then.
    map.getSource<GeoJSONSource>(bundle.PLACES_SOURCE)?.setData(bundle.toFeatures(places));
  }, [loadedMap, places]);

  const selfHighlightedIdRef = useRef<number | null>(null);
  const hasPlaces = allPlaces !== null;
  usePlaceCamera({
    loadedMap,
    hasPlaces,
    isReady: phase === "ready" && hasPlaces,
    center,
    zoom,
    places,
    placeById,
    highlightedId,
    selectedId,
    fitKey,
    fitsInitially: visibleIds !== null,
    area,
    bottomInset: props.bottomInset ?? 0,
    selfHighlightedIdRef,
  });

  const highlight = (id: number | null) => {
    if (selfHighlightedIdRef.current === id) return;
    selfHighlightedIdRef.current = id;
    onHighlight(id);
  };
  const open = ({ id, slug, name }: MapPlace) => onOpen({ id, slug, name });
  const onMarkerHover = useEffectEvent((id: number | null) => {
    if (!hasNoHover()) highlight(id);
  });
  const onMarkerClick = useEffectEvent((id: number) => {
    const place = placeById.get(id);
    if (!place) return;
    if (hasNoHover() && highlightedId !== id) highlight(id);
    else open(place);
  });
  const onBackgroundClick = useEffectEvent(() => {
    selfHighlightedIdRef.current = null;
    if (highlightedId !== null) onHighlight(null);
  });
  useEffect(() => {
    if (!loadedMap) return;
    return loadedMap.bundle.bindGestures(loadedMap.map, {
      onMarkerHover: (id) => onMarkerHover(id),
      onMarkerClick: (id) => onMarkerClick(id),
      onClusterOpen: (point, ids) => setCluster({ point, ids }),
      onBackgroundClick: () => onBackgroundClick(),
    });
  }, [loadedMap]);

  const closeCluster = () => {
    setCluster(null);
    loadedMap?.map.getCanvas().focus();
  };
  const highlighted = placeById.get(highlightedId ?? selectedId ?? NaN);
  const clusterPlaces =
    cluster &&
    sortByPremium(cluster.ids.map((id) => placeById.get(id)).filter((place) => place !== undefined));
  return (
    <section
      className={styles.region}
      aria-label={t("region")}
      aria-describedby={descriptionId}
      data-phase={phase}
      onKeyDown={(event) => {
        if (event.key === "Escape" && cluster) {
          event.stopPropagation();
          closeCluster();
        }
      }}
    >
      <p id={descriptionId} className="visually-hidden">
        {t("sameAsList")}
      </p>
      <div ref={container} className={styles.canvas} />
      {loadedMap && hasPlaces && (
        <AreaButton
          key={fitKey}
          loadedMap={loadedMap}
          area={area}
          count={area ? places.filter((place) => contains(area, place)).length : 0}
          onAreaChange={props.onAreaChange}
        />
      )}
      {loadedMap && highlighted && (
        <Highlight loadedMap={loadedMap} place={highlighted} onOpen={open} onLeave={() => highlight(null)} />
      )}
      {loadedMap && cluster && clusterPlaces && (
        <ClusterPopup
          key={cluster.ids.join()}
          loadedMap={loadedMap}
          point={cluster.point}
          places={clusterPlaces}
          onHighlight={highlight}
          onOpen={open}
          onClose={closeCluster}
        />
      )}
      <MapCover
        phase={hasFailed ? "failed" : phase}
        isUnsupported={isUnsupported}
        onRetry={() => {
          if (hasFailed) retryPlaces();
          if (phase === "failed") retry();
        }}
      />
      <p className={styles.notice} role="status">
        {notice}
      </p>
    </section>
  );
}
