"use client";

import { useLinkStatus } from "next/link";
import { createPortal } from "react-dom";
import { t } from "@/messages/navigation.gen";
import styles from "./PagePending.module.css";

/**
 * Inside a link of the top bar: shows a line under the bar while the link's page loads. It is rendered outside of the link,
 * because the mobile menu closes on a click (R9).
 */
export function PagePending() {
  const { pending } = useLinkStatus();
  if (!pending) return null;
  return createPortal(
    <p className={styles.line} role="status">
      <span className="visually-hidden">{t("loading")}</span>
    </p>,
    document.body,
  );
}
