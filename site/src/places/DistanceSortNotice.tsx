import { LocateFixed, MapPin } from "lucide-react";
import { t } from "@/messages/explore.gen";
import button from "@/ui/button.module.css";
import styles from "./DistanceSortNotice.module.css";
import type { Position } from "./usePosition";

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
  const canLocate = position.status !== "known" || !position.isDevice;
  return (
    <div className={styles.nearest}>
      <p role="status">{hasFailed ? t("distance.unloaded") : t(messageKey(position))}</p>
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
              {t(position.status === "failed" ? "retry" : "distance.useDevice")}
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

function messageKey(position: Position) {
  if (position.status === "failed") return `distance.${position.reason}` as const;
  if (position.status === "known") return position.isDevice ? "distance.fromDevice" : "distance.fromCenter";
  return position.status === "idle" ? "distance.intro" : "distance.locating";
}
