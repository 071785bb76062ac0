import styles from "./Map.module.css";
import { mapTexts } from "@/texts/map";
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
        <p className={styles.coverTitle}>{mapTexts.failed}</p>
        <p>{isUnsupported ? mapTexts.failedDrawing : mapTexts.failedHint}</p>
        <button type="button" className={styles.retry} onClick={onRetry}>
          {mapTexts.tryAgain}
        </button>
      </div>
    );
  }
  return (
    <div className={styles.cover} role="status">
      <span className={styles.pulse} aria-hidden="true" />
      <p>{phase === "loading" ? mapTexts.loading : mapTexts.initializing}</p>
    </div>
  );
}
