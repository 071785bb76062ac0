"use client";

import type { GeoJSONSource } from "maplibre-gl";
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from "react";
import { AreaButton } from "./AreaButton";
import { Fan } from "./ClusterPopup";
import { inOrder, sameIds, shown, type CategoryIcons, type MapPlace } from "./feed";
import { Highlight } from "./Highlight";
import styles from "./Map.module.css";
import { MapCover } from "./MapCover";
import { cannotHover } from "./mediaQueries";
import { mapTexts } from "@/texts/map";
import { useMap, type Dress } from "./useMap";
import { useMapControls } from "./useMapControls";
import { useNear } from "./useNear";
import { usePlaceCamera } from "./usePlaceCamera";
import { usePlaces } from "./usePlaces";
import { contains, type Bounds, type Point } from "./view";

export type PlaceMapProps = {
  center: Point;
  zoom: number;
  /** Another map style (the operator's MAP_STYLE_URL); without it the built-in one. */
  styleUrl?: string | null;
  /** The places to show, by id; null shows all. */
  visibleIds: readonly number[] | null;
  /** The place pointed at, in the list or here. From the list, the map follows it (row 57). */
  highlightedId: number | null;
  /** The place that is open, if any; the map goes to it. */
  selectedId: number | null;
  onHighlight: (id: number | null) => void;
  onOpen: (place: { id: number; slug: string; name: string }) => void;
  /** The map fits the visible places about 100 ms after this has changed (row 54). */
  fitKey: number;
  /** The part of the map that the list keeps to; null where it does not. */
  area: Bounds | null;
  onArea: (area: Bounds | null) => void;
  /** How much of the map's lower edge something else covers, in CSS pixels. */
  coveredBelow?: number;
  /** Category slug → icon. Keep its identity stable. */
  icons: CategoryIcons;
};

/** The large map beside the list. Where the device cannot hover, a first tap highlights and a second opens. */
export function PlaceMap(props: PlaceMapProps) {
  const { center, zoom, styleUrl, highlightedId, selectedId, onHighlight, onOpen, fitKey, area, icons } =
    props;
  const container = useRef<HTMLDivElement>(null);
  const note = useId();
  const { places: all, failed, retry: retryPlaces } = usePlaces(icons);
  const [visibleIds, setVisibleIds] = useState(props.visibleIds);
  const [fan, setFan] = useState<{ at: Point; ids: number[] } | null>(null);
  if (!sameIds(visibleIds, props.visibleIds)) {
    setVisibleIds(props.visibleIds);
    setFan(null); // its places may no longer be among the visible
  }
  const places = useMemo(() => shown(all ?? [], visibleIds), [all, visibleIds]);
  const byId = useMemo(() => new Map((all ?? []).map((place) => [place.id, place])), [all]);

  const dress: Dress = ({ map, engine, theme, family }) => {
    map.addSource(engine.PLACES_SOURCE, engine.placesSource(places));
    for (const layer of engine.placeLayers(theme, family)) map.addLayer(layer);
  };
  const near = useNear(container, "0px");
  const { phase, live, cannotDraw, retry } = useMap(container, near, {
    center,
    zoom,
    styleUrl,
    dress,
  });
  const notice = useMapControls(live);
  useEffect(() => {
    // Before the style has loaded there is no source; `dress` then brings the newest places itself.
    live?.map.getSource<GeoJSONSource>(live.engine.PLACES_SOURCE)?.setData(live.engine.toFeatures(places));
  }, [live, places]);

  const announcedRef = useRef<number | null>(null);
  const known = all !== null;
  const ready = phase === "ready" && known;
  const fitAtFirst = visibleIds !== null;
  usePlaceCamera({
    live,
    known,
    ready,
    center,
    zoom,
    places,
    byId,
    highlightedId,
    selectedId,
    fitKey,
    fitAtFirst,
    area,
    coveredBelow: props.coveredBelow ?? 0,
    announcedRef,
  });

  const highlight = (id: number | null) => {
    if (announcedRef.current === id) return;
    announcedRef.current = id;
    onHighlight(id);
  };
  const open = ({ id, slug, name }: MapPlace) => onOpen({ id, slug, name });
  const onPoint = useEffectEvent((id: number | null) => {
    if (!cannotHover()) highlight(id);
  });
  const onTap = useEffectEvent((id: number) => {
    const place = byId.get(id);
    if (!place) return;
    if (cannotHover() && highlightedId !== id) highlight(id);
    else open(place);
  });
  const onGround = useEffectEvent(() => {
    announcedRef.current = null;
    if (highlightedId !== null) onHighlight(null);
  });
  useEffect(() => {
    if (!live) return;
    return live.engine.bindGestures(live.map, {
      onPoint: (id) => onPoint(id),
      onTap: (id) => onTap(id),
      onFan: (at, ids) => setFan({ at, ids }),
      onGround: () => onGround(),
    });
  }, [live]);

  const closeFan = () => {
    setFan(null);
    live?.map.getCanvas().focus();
  };
  const marked = byId.get(highlightedId ?? selectedId ?? NaN);
  const fanned = fan && inOrder(fan.ids.map((id) => byId.get(id)).filter((place) => place !== undefined));
  return (
    <section
      className={styles.region}
      aria-label={mapTexts.region}
      aria-describedby={note}
      data-phase={phase}
      onKeyDown={(event) => {
        if (event.key === "Escape" && fan) {
          event.stopPropagation();
          closeFan();
        }
      }}
    >
      <p id={note} className={styles.hidden}>
        {mapTexts.sameAsList}
      </p>
      <div ref={container} className={styles.canvas} />
      {live && known && (
        <AreaButton
          key={fitKey}
          live={live}
          area={area}
          count={area ? places.filter((place) => contains(area, place)).length : 0}
          onArea={props.onArea}
        />
      )}
      {live && marked && (
        <Highlight live={live} place={marked} onOpen={open} onLeave={() => highlight(null)} />
      )}
      {live && fan && fanned && (
        <Fan
          key={fan.ids.join()}
          live={live}
          at={fan.at}
          places={fanned}
          onHighlight={highlight}
          onOpen={open}
          onClose={closeFan}
        />
      )}
      <MapCover
        phase={failed ? "failed" : phase}
        cannotDraw={cannotDraw}
        onRetry={() => {
          if (failed) retryPlaces();
          if (phase === "failed") retry();
        }}
      />
      <p className={styles.notice} role="status">
        {notice}
      </p>
    </section>
  );
}
