"use client";

import { useState } from "react";
import { LocateFixed, MapPin } from "lucide-react";
import type { LatLng } from "@/lib/geo";
import { t } from "@/messages/entryForm.gen";
import button from "@/ui/button.module.css";
import styles from "./EntryForm.module.css";

/** The longest time for the device to find its position. */
const TIMEOUT_MS = 10_000;

/** Adds the position of the device to an entry, on request. It is rounded to about ten meters: entries are public. */
export function EntryPosition({
  coordinates,
  onChange,
}: {
  coordinates: LatLng | null;
  onChange: (coordinates: LatLng | null) => void;
}) {
  const [state, setState] = useState<"idle" | "locating" | "failed">("idle");

  const locate = () => {
    setState("locating");
    const fail = () => setState("failed");
    // Missing on pages that were not loaded over HTTPS.
    if (!("geolocation" in navigator)) return fail();
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const round = (degrees: number) => Math.round(degrees * 1e4) / 1e4;
        onChange({ latitude: round(coords.latitude), longitude: round(coords.longitude) });
        setState("idle");
      },
      fail,
      { timeout: TIMEOUT_MS },
    );
  };

  return (
    <div className={styles.position} role="status">
      {coordinates ? (
        <>
          <MapPin size={18} aria-hidden />
          {t("position.added", coordinates)}
          <button type="button" className={button.text} onClick={() => onChange(null)}>
            {t("position.remove")}
          </button>
        </>
      ) : (
        <button type="button" className={button.text} disabled={state === "locating"} onClick={locate}>
          <LocateFixed size={18} aria-hidden />
          {t(state === "locating" ? "position.locating" : "position.add")}
        </button>
      )}
      {state === "failed" && <span className={styles.error}>{t("position.failed")}</span>}
    </div>
  );
}
