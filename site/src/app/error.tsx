"use client";

import Link from "next/link";
import { errorTexts } from "@/texts/error";
import button from "@/ui/button.module.css";
import styles from "@/ui/Message.module.css";

/** A page that could not be made or broke in the browser: what happened, and another try. */
export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return (
    <div className={styles.message} role="alert">
      <h1>{errorTexts.title}</h1>
      <p>{errorTexts.text}</p>
      <p className={styles.actions}>
        <button type="button" className={button.primary} onClick={reset}>
          {errorTexts.again}
        </button>
        <Link className={button.secondary} href="/">
          {errorTexts.home}
        </Link>
      </p>
    </div>
  );
}
