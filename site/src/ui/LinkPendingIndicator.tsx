"use client";

import { useLinkStatus } from "next/link";
import styles from "./LinkPendingIndicator.module.css";

/** Inside a link: says that the page it leads to is on its way, when that takes longer than a moment. */
export function LinkPendingIndicator({ label }: { label: string }) {
  const { pending } = useLinkStatus();
  return pending ? (
    <span className={styles.following} role="status">
      {label}
    </span>
  ) : null;
}
