"use client";

import { useLayoutEffect, useRef, type ReactNode } from "react";
import styles from "./ChipRow.module.css";

type Props = {
  label: string;
  /** Which chip is pressed: when that changes, the row brings it into view. */
  chosen: string | null;
  /** `<li>`s with a chip each. */
  children: ReactNode;
};

/** Chips in one row that scrolls sideways. */
export function ChipRow({ label, chosen, children }: Props) {
  const row = useRef<HTMLUListElement>(null);
  // Before painting: the row is never seen to jump.
  useLayoutEffect(() => {
    const pressed = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (!row.current || !pressed) return;
    // Only the row scrolls; scrollIntoView would also move the page.
    const middle = pressed.offsetLeft + pressed.offsetWidth / 2 - row.current.clientWidth / 2;
    row.current.scrollTo({ left: middle });
  }, [chosen]);
  return (
    <ul ref={row} className={styles.row} aria-label={label}>
      {children}
    </ul>
  );
}
