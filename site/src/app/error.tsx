"use client";

import Link from "next/link";
import { errorTexts } from "@/texts/error";
import button from "@/ui/button.module.css";
import styles from "@/ui/Message.module.css";

/** The message for a page that failed to render, with a button to try again. */
export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return (
    <div className={styles.message} role="alert">
      <h1>{errorTexts.title}</h1>
      <p>{errorTexts.text}</p>
      <p className={styles.ways}>
        <button type="button" className={button.primary} onClick={reset}>
          {errorTexts.retry}
        </button>
        <Link className={button.secondary} href="/">
          {errorTexts.home}
        </Link>
      </p>
    </div>
  );
}
