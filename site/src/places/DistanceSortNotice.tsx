import { LocateFixed, MapPin } from "lucide-react";
import { t } from "@/messages/explore.gen";
import button from "@/ui/button.module.css";
import styles from "./DistanceSortNotice.module.css";
import type { LocationError, Position } from "./usePosition";

type Props = {
  position: Position;
  /** The coordinates of the places could not be loaded. */
  hasFailed: boolean;
  onLocate: () => void;
  onUseCenter: () => void;
  onRetry: () => void;
};

/** Explains where distances are measured from, or why they are missing. The device is asked only on request. R214 */
export function DistanceSortNotice({ position, hasFailed, onLocate, onUseCenter, onRetry }: Props) {
  const { message, locateLabel } = keysFor(position);
  const canLocate = position.status !== "known" || !position.isDevice;
  return (
    <div className={styles.nearest}>
      <p role="status">{hasFailed ? t("distance.unloaded") : t(message)}</p>
      {hasFailed ? (
        <button type="button" className={button.text} onClick={onRetry}>
          {t("retry")}
        </button>
      ) : (
        canLocate && (
          <p className={styles.actions}>
            <button
              type="button"
              className={button.text}
              disabled={position.status === "locating"}
              onClick={onLocate}
            >
              <LocateFixed size={18} aria-hidden />
              {t(locateLabel)}
            </button>
            {position.status !== "known" && (
              <button type="button" className={button.text} onClick={onUseCenter}>
                <MapPin size={18} aria-hidden />
                {t("distance.useCenter")}
              </button>
            )}
          </p>
        )
      )}
    </div>
  );
}

/** The keys of the messages. */
function keysFor(position: Position) {
  switch (position.status) {
    case "idle":
      return { message: "distance.intro", locateLabel: "distance.useDevice" } as const;
    case "locating":
      return { message: "distance.locating", locateLabel: "distance.useDevice" } as const;
    case "known":
      return {
        message: position.isDevice ? "distance.fromDevice" : "distance.fromCenter",
        locateLabel: "distance.useDevice",
      } as const;
    case "failed":
      return { message: FAILURES[position.reason], locateLabel: "retry" } as const;
  }
}

const FAILURES = {
  denied: "distance.denied",
  unavailable: "distance.unavailable",
  late: "distance.late",
  insecure: "distance.insecure",
} as const satisfies Record<LocationError, string>;
