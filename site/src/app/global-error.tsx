"use client";

import "@/tokens.css";
import "@/globals.css";
import { t } from "@/messages/error.gen";
import button from "@/ui/button.module.css";
import styles from "@/ui/Message.module.css";

/** Stands in for the whole page, bar and footer too, when even those could not be made. */
export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>{t("title")}</title>
        <main className={styles.message} role="alert">
          <h1>{t("title")}</h1>
          <p>{t("text")}</p>
          <p className={styles.ways}>
            <button type="button" className={button.primary} onClick={reset}>
              {t("again")}
            </button>
            {/* A whole new page: the router may be what broke. */}
            <a className={button.secondary} href="/">
              {t("home")}
            </a>
          </p>
        </main>
      </body>
    </html>
  );
}
