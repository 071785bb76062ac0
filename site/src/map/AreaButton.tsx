import { X } from "lucide-react";
import { useEffect, useState } from "react";
import type { Bounds } from "@/lib/geo";
import { visibleBounds } from "./camera";
import styles from "./Map.module.css";
import { t } from "@/messages/map.gen";
import { hidden } from "@/ui/hidden";
import type { LoadedMap } from "./useMap";
import { roundBounds } from "./view";

type Props = {
  loadedMap: LoadedMap;
  /** The area that the list is limited to; null if it is not. */
  area: Bounds | null;
  /** The number of places in the area. */
  count: number;
  onAreaChange: (area: Bounds | null) => void;
};

/** Where a movement comes from: a gesture, geolocation, a click on a cluster, or (none of these) the page. */
type MoveEvent = { originalEvent?: unknown; geolocateSource?: boolean; byUser?: boolean };

/** Limits the list to the visible area after the user has moved the map, and removes this limit. */
export function AreaButton({ loadedMap, area, count, onAreaChange }: Props) {
  const [isMoved, setMoved] = useState(false);
  useEffect(() => {
    const subscription = loadedMap.map.on("moveend", (event: MoveEvent) => {
      if (event.originalEvent || event.geolocateSource || event.byUser) setMoved(true);
    });
    return () => subscription.unsubscribe();
  }, [loadedMap]);

  const changeArea = (next: Bounds | null) => {
    // The button disappears; the keyboard focus stays on the map.
    loadedMap.map.getCanvas().focus({ preventScroll: true });
    setMoved(false);
    onAreaChange(next);
  };
  if (isMoved) {
    return (
      <button
        type="button"
        className={styles.area}
        onClick={() => changeArea(roundBounds(visibleBounds(loadedMap.map)))}
      >
        {t("area.search")}
      </button>
    );
  }
  return area ? (
    <button type="button" className={styles.area} onClick={() => changeArea(null)}>
      {t.rich("area.remove", {
        count,
        hidden,
      })}
      <X size={16} aria-hidden />
    </button>
  ) : null;
}
