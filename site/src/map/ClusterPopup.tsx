"use client";

import { createElement, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { reveal } from "./camera";
import type { MapPlace } from "./feed";
import styles from "./Map.module.css";
import { inkOn } from "./markerStyle";
import { mapTexts } from "@/texts/map";
import type { LiveMap } from "./useMap";
import { lngLat, type Point } from "./view";

type Props = {
  live: LiveMap;
  at: Point;
  places: readonly MapPlace[];
  onHighlight: (id: number | null) => void;
  onOpen: (place: MapPlace) => void;
  onClose: () => void;
};

/** The places of a cluster that no zoom can part, as a list on the map; Escape closes it. */
export function Fan({ live: { map, engine }, at, places, onHighlight, onOpen, onClose }: Props) {
  const [host] = useState(() => document.createElement("div"));
  const heading = useRef<HTMLParagraphElement>(null);
  const closed = useEffectEvent(onClose);
  const { latitude, longitude } = at;

  useLayoutEffect(() => {
    const popup = new engine.Popup({
      className: styles.fan,
      maxWidth: "none",
      offset: 26,
      focusAfterOpen: false,
    });
    popup.setLngLat(lngLat({ latitude, longitude })).setDOMContent(host).addTo(map);
    const close = () => closed();
    popup.on("close", close);
    reveal(map, popup.getElement());
    heading.current?.focus({ preventScroll: true });
    return () => {
      popup.off("close", close); // it goes because we go: nobody has to be told
      popup.remove();
    };
  }, [map, engine, host, latitude, longitude]);

  return createPortal(
    <section aria-label={mapTexts.cluster(places.length)}>
      <p className={styles.fanTitle} ref={heading} tabIndex={-1}>
        {mapTexts.cluster(places.length)}
      </p>
      <p className={styles.fanNote}>{mapTexts.sharedPoint}</p>
      <ul
        className={styles.fanList}
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
                className={styles.fanIcon}
                style={{ background: place.color, color: inkOn(place.color) }}
                viewBox="-6 -6 36 36"
                aria-hidden="true"
              >
                {engine
                  .iconShapes(place.icon)
                  .map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
              </svg>
              <span>
                <bdi>{place.name}</bdi>
                {place.approximate && <small>{mapTexts.approximate}</small>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>,
    host,
  );
}
