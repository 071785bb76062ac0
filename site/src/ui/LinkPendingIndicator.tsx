"use client";

import { useLinkStatus } from "next/link";
import styles from "./LinkPendingIndicator.module.css";

/** Inside a link: announces that its page is loading, if that takes longer than a moment. */
export function LinkPendingIndicator({ label }: { label: string }) {
  const { pending } = useLinkStatus();
  return pending ? (
    <span className={styles.indicator} role="status">
      {label}
    </span>
  ) : null;
}
