import type { ReactNode } from "react";
import styles from "./Chip.module.css";

type Props = { isPressed: boolean; onPress: () => void; count?: number; children: ReactNode };

/** A choice that is on or off, with how many things it would leave. */
export function Chip({ isPressed, onPress, count, children }: Props) {
  return (
    <button type="button" className={styles.chip} aria-pressed={isPressed} onClick={onPress}>
      <bdi>{children}</bdi>
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </button>
  );
}
