"use client";

import Link from "next/link";
import { texts } from "@/texts";
import button from "@/ui/button.module.css";
import styles from "@/ui/Message.module.css";

/** A page that could not be made or broke in the browser: what happened, and another try. */
export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return (
    <div className={styles.message} role="alert">
      <h1>{texts.error.title}</h1>
      <p>{texts.error.text}</p>
      <p className={styles.ways}>
        <button type="button" className={button.primary} onClick={reset}>
          {texts.error.again}
        </button>
        <Link className={button.secondary} href="/">
          {texts.error.home}
        </Link>
      </p>
    </div>
  );
}
