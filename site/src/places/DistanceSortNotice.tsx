import { LocateFixed, MapPin } from "lucide-react";
import { exploreTexts } from "@/texts/explore";
import button from "@/ui/button.module.css";
import styles from "./DistanceSortNotice.module.css";
import type { Position } from "./usePosition";

const texts = exploreTexts.nearest;

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
  const { message, locateLabel } = textsFor(position);
  const canLocate = position.status !== "known" || !position.isDevice;
  return (
    <div className={styles.nearest}>
      <p role="status">{hasFailed ? texts.unloaded : message}</p>
      {hasFailed ? (
        <button type="button" className={button.text} onClick={onRetry}>
          {texts.again}
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
              {locateLabel}
            </button>
            {position.status !== "known" && (
              <button type="button" className={button.text} onClick={onUseCenter}>
                <MapPin size={18} aria-hidden />
                {texts.useCentre}
              </button>
            )}
          </p>
        )
      )}
    </div>
  );
}

function textsFor(position: Position): { message: string; locateLabel: string } {
  switch (position.status) {
    case "idle":
      return { message: texts.why, locateLabel: texts.use };
    case "locating":
      return { message: texts.asking, locateLabel: texts.use };
    case "known":
      return { message: position.isDevice ? texts.own : texts.centre, locateLabel: texts.use };
    case "failed":
      return { message: texts.failed[position.reason], locateLabel: texts.again };
  }
}
