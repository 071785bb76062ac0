"use client";

import "@/tokens.css";
import "@/globals.css";
import { errorTexts } from "@/texts/error";
import button from "@/ui/button.module.css";
import styles from "@/ui/Message.module.css";

/** Replaces the whole page, including header and footer, when the root layout fails. */
export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>{errorTexts.title}</title>
        <main className={styles.message} role="alert">
          <h1>{errorTexts.title}</h1>
          <p>{errorTexts.text}</p>
          <p className={styles.ways}>
            <button type="button" className={button.primary} onClick={reset}>
              {errorTexts.retry}
            </button>
            {/* A full page load, because the router may have failed. */}
            <a className={button.secondary} href="/">
              {errorTexts.home}
            </a>
          </p>
        </main>
      </body>
    </html>
  );
}
