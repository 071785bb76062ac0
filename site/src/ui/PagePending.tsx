"use client";

import { useLinkStatus } from "next/link";
import { createPortal } from "react-dom";
import { shellTexts } from "@/texts/shell";
import styles from "./PagePending.module.css";

/**
 * Inside a link of the bar: a line under the bar while the page that the link leads to is on its way. It stands outside
 * of the link, because the mobile menu closes when one is followed (row 9).
 */
export function PagePending() {
  const { pending } = useLinkStatus();
  if (!pending) return null;
  return createPortal(
    <p className={styles.line} role="status">
      <span className="visually-hidden">{shellTexts.loadingPage}</span>
    </p>,
    document.body,
  );
}
