"use client";

import { useEffect, useState } from "react";
import { t } from "@/messages/map.gen";
import type { LoadedMap } from "./useMap";
import { HOVER_MIN_ZOOM } from "./view";

const NOTICE_DURATION_MS = 6000;

/** Adds controls for zoom, geolocation and scale. Returns a notice about the user's location, or "". */
export function useMapControls(loadedMap: LoadedMap | null): string {
  const [notice, setNotice] = useState("");

  useEffect(() => {
    if (!loadedMap) return;
    const { map, bundle } = loadedMap;
    const locate = new bundle.GeolocateControl({
      trackUserLocation: true,
      positionOptions: { enableHighAccuracy: true, timeout: 10_000 },
      fitBoundsOptions: { maxZoom: HOVER_MIN_ZOOM },
    });
    locate.on("error", () => setNotice(t("controls.locationUnavailable")));
    locate.on("outofmaxbounds", () => setNotice(t("controls.outside")));
    locate.on("geolocate", () => setNotice(""));
    const controls = [
      [new bundle.NavigationControl({ showCompass: false }), "top-right"],
      [locate, "top-right"],
      [new bundle.ScaleControl({ unit: "metric", maxWidth: 96 }), "bottom-left"],
    ] as const;
    for (const [control, corner] of controls) map.addControl(control, corner);
    // The control sets the name of its button only after it has checked for geolocation support.
    const button = map.getContainer().querySelector(".maplibregl-ctrl-geolocate");
    button?.setAttribute("aria-label", t("controls.findMe"));
    // The map removes its controls itself.
  }, [loadedMap]);

  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setNotice(""), NOTICE_DURATION_MS);
    return () => clearTimeout(timer);
  }, [notice]);

  return notice;
}
