import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { inSight } from "./camera";
import styles from "./Map.module.css";
import { mapTexts } from "@/texts/map";
import type { LiveMap } from "./useMap";
import { areaOf, type Bounds } from "./view";

type Props = {
  live: LiveMap;
  /** The part of the map that the list keeps to; null where it does not. */
  area: Bounds | null;
  /** How many places lie in it. */
  count: number;
  onArea: (area: Bounds | null) => void;
};

/** What a movement of the map says of where it comes from: a hand, "find me", a press on what is drawn, or us. */
type Cause = { originalEvent?: unknown; geolocateSource?: boolean; byTraveller?: boolean };

/**
 * Offers to list what is in sight, once the traveller has moved the map; then says how many that are, and offers to
 * look everywhere again.
 */
export function AreaButton({ live, area, count, onArea }: Props) {
  const [isMoved, setMoved] = useState(false);
  useEffect(() => {
    const ended = live.map.on("moveend", (event: Cause) => {
      if (event.originalEvent || event.geolocateSource || event.byTraveller) setMoved(true);
    });
    return () => ended.unsubscribe();
  }, [live]);

  const choose = (next: Bounds | null) => {
    // The button goes; the keyboard stays on the map.
    live.map.getCanvas().focus({ preventScroll: true });
    setMoved(false);
    onArea(next);
  };
  if (isMoved) {
    return (
      <button type="button" className={styles.area} onClick={() => choose(areaOf(inSight(live.map)))}>
        {mapTexts.listHere}
      </button>
    );
  }
  return area ? (
    <button type="button" className={styles.area} onClick={() => choose(null)}>
      {mapTexts.listed(count)} <span className="visually-hidden">{mapTexts.listEverywhere}</span>
      <X size={16} aria-hidden />
    </button>
  ) : null;
}
