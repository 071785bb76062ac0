import { LocateFixed, MapPin } from "lucide-react";
import { exploreTexts } from "@/texts/explore";
import button from "@/ui/button.module.css";
import styles from "./DistanceSortNotice.module.css";
import type { Position } from "./usePosition";

const words = exploreTexts.nearest;

type Props = {
  position: Position;
  /** The points of the places could not be had. */
  isUnloaded: boolean;
  onLocate: () => void;
  onCentre: () => void;
  onRetry: () => void;
};

/** Where the nearest are measured from, or why they are not: the device is asked when somebody says so. */
export function NearestFirst({ position, isUnloaded, onLocate, onCentre, onRetry }: Props) {
  const { sentence, own } = said(position);
  const isOpen = position.status !== "known" || !position.isOwn;
  return (
    <div className={styles.nearest}>
      <p role="status">{isUnloaded ? words.unloaded : sentence}</p>
      {isUnloaded ? (
        <button type="button" className={button.text} onClick={onRetry}>
          {words.again}
        </button>
      ) : (
        isOpen && (
          <p className={styles.ways}>
            <button
              type="button"
              className={button.text}
              disabled={position.status === "asking"}
              onClick={onLocate}
            >
              <LocateFixed size={18} aria-hidden />
              {own}
            </button>
            {position.status !== "known" && (
              <button type="button" className={button.text} onClick={onCentre}>
                <MapPin size={18} aria-hidden />
                {words.useCentre}
              </button>
            )}
          </p>
        )
      )}
    </div>
  );
}

/** What stands there, and what the button says that asks the device. */
function said(position: Position): { sentence: string; own: string } {
  switch (position.status) {
    case "unasked":
      return { sentence: words.why, own: words.use };
    case "asking":
      return { sentence: words.asking, own: words.use };
    case "known":
      return { sentence: position.isOwn ? words.own : words.centre, own: words.use };
    case "failed":
      return { sentence: words.failed[position.reason], own: words.again };
  }
}
