"use client";

import { createElement, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { AlertChip } from "@/alerts/AlertChip";
import type { LatLng } from "@/lib/geo";
import { panIntoView } from "./camera";
import type { MapPlace } from "./feed";
import styles from "./Map.module.css";
import { iconColorOn } from "./markerStyle";
import { t } from "@/messages/map.gen";
import type { LoadedMap } from "./useMap";
import { toLngLat } from "./view";

type Props = {
  loadedMap: LoadedMap;
  point: LatLng;
  places: readonly MapPlace[];
  onHighlight: (id: number | null) => void;
  onOpen: (place: MapPlace) => void;
  onClose: () => void;
};

/** A popup with the places of a cluster that no zoom can split. */
export function ClusterPopup({ loadedMap: { map, bundle }, point, places, ...handlers }: Props) {
  const { onHighlight, onOpen, onClose } = handlers;
  const [container] = useState(() => document.createElement("div"));
  const heading = useRef<HTMLParagraphElement>(null);
  const handleClose = useEffectEvent(onClose);
  const { latitude, longitude } = point;

  useLayoutEffect(() => {
    const popup = new bundle.Popup({
      className: styles.cluster,
      maxWidth: "none",
      offset: 26,
      focusAfterOpen: false,
    });
    popup.setLngLat(toLngLat({ latitude, longitude })).setDOMContent(container).addTo(map);
    const close = () => handleClose();
    popup.on("close", close);
    panIntoView(map, popup.getElement());
    heading.current?.focus({ preventScroll: true });
    return () => {
      popup.off("close", close); // unmounting is not closing by the user
      popup.remove();
    };
  }, [map, bundle, container, latitude, longitude]);

  return createPortal(
    <section aria-label={t("cluster.title", { count: places.length })}>
      <p className={styles.clusterTitle} ref={heading} tabIndex={-1}>
        {t("cluster.title", { count: places.length })}
      </p>
      <p className={styles.clusterNote}>{t("cluster.note")}</p>
      <ul
        className={styles.clusterList}
        onPointerLeave={(event) => event.pointerType === "mouse" && onHighlight(null)}
      >
        {places.map((place) => (
          <li key={place.id}>
            <button
              type="button"
              onClick={() => onOpen(place)}
              onPointerEnter={(event) => event.pointerType === "mouse" && onHighlight(place.id)}
              onFocus={() => onHighlight(place.id)}
            >
              <svg
                className={styles.clusterIcon}
                style={{ background: place.color, color: iconColorOn(place.color) }}
                viewBox="-6 -6 36 36"
                aria-hidden="true"
              >
                {bundle
                  .iconShapes(place.icon)
                  .map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
              </svg>
              <span>
                <bdi>{place.name}</bdi>
                {place.alert && <AlertChip level={place.alert} />}
                {place.approximate && <small>{t("cluster.approximate")}</small>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>,
    container,
  );
}
