"use client";

import { useLayoutEffect, useRef, type ReactNode } from "react";
import styles from "./ChipRow.module.css";

type Props = {
  label: string;
  /** The selected chip: when it changes, the row scrolls it into view. */
  selected: string | null;
  /** `<li>` elements with a chip each. */
  children: ReactNode;
};

/** A row of chips that scrolls sideways. */
export function ChipRow({ label, selected, children }: Props) {
  const row = useRef<HTMLUListElement>(null);
  // Before the paint, so that the row does not jump visibly.
  useLayoutEffect(() => {
    const pressed = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (!row.current || !pressed) return;
    // Scrolls only the row; scrollIntoView would also scroll the page.
    const left = pressed.offsetLeft + pressed.offsetWidth / 2 - row.current.clientWidth / 2;
    row.current.scrollTo({ left });
  }, [selected]);
  return (
    <ul ref={row} className={styles.row} aria-label={label}>
      {children}
    </ul>
  );
}
