"use client";

import { useState } from "react";
import { LocateFixed, MapPin } from "lucide-react";
import type { LatLng } from "@/lib/geo";
import { storyTexts } from "@/texts/story";
import button from "@/ui/button.module.css";
import styles from "./EntryForm.module.css";

/** How long the device may take to find itself. */
const PATIENCE_MS = 10_000;

const words = storyTexts.position;

/** Adds where the traveller is to an entry, when they say so. To about ten metres: an entry is public. */
export function Position({
  spot,
  onChange,
}: {
  spot: LatLng | null;
  onChange: (spot: LatLng | null) => void;
}) {
  const [state, setState] = useState<"idle" | "asking" | "failed">("idle");

  const ask = () => {
    setState("asking");
    const fail = () => setState("failed");
    // Absent on a page that did not come over a safe connection.
    if (!("geolocation" in navigator)) return fail();
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const rounded = (degrees: number) => Math.round(degrees * 1e4) / 1e4;
        onChange({ latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) });
        setState("idle");
      },
      fail,
      { timeout: PATIENCE_MS },
    );
  };

  return (
    <div className={styles.here} role="status">
      {spot ? (
        <>
          <MapPin size={18} aria-hidden />
          {words.at(spot.latitude, spot.longitude)}
          <button type="button" className={button.quiet} onClick={() => onChange(null)}>
            {words.remove}
          </button>
        </>
      ) : (
        <button type="button" className={button.quiet} disabled={state === "asking"} onClick={ask}>
          <LocateFixed size={18} aria-hidden />
          {state === "asking" ? words.asking : words.add}
        </button>
      )}
      {state === "failed" && <span className={styles.fault}>{words.failed}</span>}
    </div>
  );
}
