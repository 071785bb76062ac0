import button from "@/ui/button.module.css";
import styles from "./Map.module.css";
import { t } from "@/messages/map.gen";
import { t as tFrame } from "@/messages/mapFrame.gen";
import type { Phase } from "./useMap";

/** Covers the map while it loads, and after it has failed. */
export function MapCover({
  phase,
  isUnsupported,
  onRetry,
}: {
  phase: Phase;
  isUnsupported: boolean;
  onRetry: () => void;
}) {
  if (phase === "ready") return null;
  if (phase === "failed") {
    return (
      <div className={styles.cover} role="alert">
        <p className={styles.coverTitle}>{t("failed")}</p>
        <p>{isUnsupported ? t("unsupported") : t("failedHint")}</p>
        <button type="button" className={button.primary} onClick={onRetry}>
          {t("retry")}
        </button>
      </div>
    );
  }
  return (
    <div className={styles.cover} role="status">
      <span className={styles.pulse} aria-hidden="true" />
      <p>{phase === "loading" ? tFrame("loading") : t("initializing")}</p>
    </div>
  );
}
