"use client";

import { useEffect, useState } from "react";
import { mapTexts } from "@/texts/map";
import type { LiveMap } from "./useMap";
import { HOVER_MIN_ZOOM } from "./view";

const NOTICE_MS = 6000;

/** Puts zoom, "find me" and scale on the map. Returns what there is to say about the traveller's location, or "". */
export function useMapControls(live: LiveMap | null): string {
  const [notice, setNotice] = useState("");

  useEffect(() => {
    if (!live) return;
    const { map, engine } = live;
    const locate = new engine.GeolocateControl({
      trackUserLocation: true,
      positionOptions: { enableHighAccuracy: true, timeout: 10_000 },
      fitBoundsOptions: { maxZoom: HOVER_MIN_ZOOM },
    });
    locate.on("error", () => setNotice(mapTexts.locationUnavailable));
    locate.on("outofmaxbounds", () => setNotice(mapTexts.outsideMap));
    locate.on("geolocate", () => setNotice(""));
    const controls = [
      [new engine.NavigationControl({ showCompass: false }), "top-right"],
      [locate, "top-right"],
      [new engine.ScaleControl({ unit: "metric", maxWidth: 96 }), "bottom-left"],
    ] as const;
    for (const [control, corner] of controls) map.addControl(control, corner);
    // The control names its button late: it asks first whether the device can tell where it is.
    const button = map.getContainer().querySelector(".maplibregl-ctrl-geolocate");
    button?.setAttribute("aria-label", mapTexts.findMe);
    // Removed with the map itself.
  }, [live]);

  useEffect(() => {
    if (!notice) return;
    const fade = setTimeout(() => setNotice(""), NOTICE_MS);
    return () => clearTimeout(fade);
  }, [notice]);

  return notice;
}
