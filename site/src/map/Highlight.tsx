"use client";

import { useEffect, useEffectEvent } from "react";
import type { MapPlace } from "./feed";
import type { LoadedMap } from "./useMap";
import { toLngLat } from "./view";

type Props = {
  loadedMap: LoadedMap;
  place: MapPlace;
  onOpen: (place: MapPlace) => void;
  onLeave: () => void;
};

/** The marker of the highlighted place, an element instead of a GL symbol. R56 */
export function Highlight({ loadedMap: { map, bundle }, place, onOpen, onLeave }: Props) {
  const open = useEffectEvent(onOpen);
  const leave = useEffectEvent(onLeave);

  useEffect(() => {
    const element = bundle.pinElement(place, () => open(place));
    element.addEventListener("pointerleave", (event) => {
      // With touch, each tap ends with this event, before the click.
      if (event.pointerType === "mouse") leave();
    });
    const marker = new bundle.Marker({ element }).setLngLat(toLngLat(place)).addTo(map);
    const hideSymbol = (id: number | null) => {
      // A removed map has no style.
      if (map.style && map.getLayer(bundle.MARKER_LAYER))
        map.setFilter(bundle.MARKER_LAYER, bundle.markersExcept(id));
    };
    hideSymbol(place.id);
    return () => {
      marker.remove();
      hideSymbol(null);
    };
  }, [map, bundle, place]);

  return null;
}
