"use client";

import Link from "next/link";
import { t } from "@/messages/error.gen";
import button from "@/ui/button.module.css";
import styles from "@/ui/Message.module.css";

/** A page that could not be made or broke in the browser: what happened, and another try. */
export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return (
    <div className={styles.message} role="alert">
      <h1>{t("title")}</h1>
      <p>{t("text")}</p>
      <p className={styles.ways}>
        <button type="button" className={button.primary} onClick={reset}>
          {t("again")}
        </button>
        <Link className={button.secondary} href="/">
          {t("home")}
        </Link>
      </p>
    </div>
  );
}
