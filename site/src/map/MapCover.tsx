import styles from "./Map.module.css";
import { mapTexts } from "@/texts/map";
import type { Phase } from "./useMap";

/** What lies over the map until it can be seen, and instead of it when it cannot. */
export function MapCover({
  phase,
  cannotDraw,
  onRetry,
}: {
  phase: Phase;
  cannotDraw: boolean;
  onRetry: () => void;
}) {
  if (phase === "ready") return null;
  if (phase === "failed") {
    return (
      <div className={styles.cover} role="alert">
        <p className={styles.coverTitle}>{mapTexts.failed}</p>
        <p>{cannotDraw ? mapTexts.failedDrawing : mapTexts.failedHint}</p>
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
