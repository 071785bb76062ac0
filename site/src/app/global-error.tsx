"use client";

import "@karst/web/tokens.css";
import "@/tokens.css";
import "@/globals.css";
import { currentLocale } from "@karst/web/messages";
import { t } from "@/messages/error.gen";
import button from "@/ui/button.module.css";
import styles from "@/ui/Message.module.css";

/** Replaces the whole page, including header and footer, when the root layout fails. */
export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang={currentLocale()}>
      <body>
        <title>{t("title")}</title>
        <main className={styles.message} role="alert">
          <h1>{t("title")}</h1>
          <p>{t("text")}</p>
          <p className={styles.actions}>
            <button type="button" className={button.primary} onClick={reset}>
              {t("retry")}
            </button>
            {/* A full page load, because the router may have failed. */}
            <a className={button.secondary} href="/">
              {t("home")}
            </a>
          </p>
        </main>
      </body>
    </html>
  );
}
