"use client";

import Link from "next/link";
import { t } from "@/messages/error.gen";
import button from "@/ui/button.module.css";
import styles from "@/ui/Message.module.css";

/** The message for a page that failed to render, with a button to try again. */
export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return (
    <div className={styles.message} role="alert">
      <h1>{t("title")}</h1>
      <p>{t("text")}</p>
      <p className={styles.actions}>
        <button type="button" className={button.primary} onClick={reset}>
          {t("retry")}
        </button>
        <Link className={button.secondary} href="/">
          {t("home")}
        </Link>
      </p>
    </div>
  );
}
