import type { ReactNode } from "react";
import styles from "./Chip.module.css";

type Props = { isPressed: boolean; onPress: () => void; count?: number; children: ReactNode };

/** A toggle of a filter with the number of its results. */
export function Chip({ isPressed, onPress, count, children }: Props) {
  return (
    <button type="button" className={styles.chip} aria-pressed={isPressed} onClick={onPress}>
      <bdi>{children}</bdi>
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </button>
  );
}
