"use client";

import { useEffect, useEffectEvent } from "react";
import type { MapPlace } from "./feed";
import type { LiveMap } from "./useMap";
import { lngLat } from "./view";

type Props = { live: LiveMap; place: MapPlace; onOpen: (place: MapPlace) => void; onLeave: () => void };

/** The highlighted place: the only marker that is an element of the page, 48 px with a lantern ring (row 56). */
export function Highlight({ live: { map, engine }, place, onOpen, onLeave }: Props) {
  const open = useEffectEvent(onOpen);
  const leave = useEffectEvent(onLeave);

  useEffect(() => {
    const element = engine.pinElement(place, () => open(place));
    element.addEventListener("pointerleave", (event) => {
      // A finger leaves with every tap, before the tap is told; only a mouse can really go elsewhere.
      if (event.pointerType === "mouse") leave();
    });
    const marker = new engine.Marker({ element }).setLngLat(lngLat(place)).addTo(map);
    const draw = (but: number | null) => {
      // Without a style the map has been taken away already.
      if (map.style && map.getLayer(engine.MARKER_LAYER))
        map.setFilter(engine.MARKER_LAYER, engine.markersBut(but));
    };
    draw(place.id);
    return () => {
      marker.remove();
      draw(null);
    };
  }, [map, engine, place]);

  return null;
}
