"use client";

import "@/tokens.css";
import "@/globals.css";
import { errorTexts } from "@/texts/error";
import button from "@/ui/button.module.css";
import styles from "@/ui/Message.module.css";

/** Stands in for the whole page, bar and footer too, when even those could not be made. */
export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>{errorTexts.title}</title>
        <main className={styles.message} role="alert">
          <h1>{errorTexts.title}</h1>
          <p>{errorTexts.text}</p>
          <p className={styles.actions}>
            <button type="button" className={button.primary} onClick={reset}>
              {errorTexts.again}
            </button>
            {/* A whole new page: the router may be what broke. */}
            <a className={button.secondary} href="/">
              {errorTexts.home}
            </a>
          </p>
        </main>
      </body>
    </html>
  );
}
