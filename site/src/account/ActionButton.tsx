"use client";

import { useState, type ReactNode } from "react";
import { describeError } from "@/auth/errors";
import { notify } from "@/ui/toast/toastStore";
import button from "@/ui/button.module.css";
import { words } from "./words";

type Props = {
  act: () => Promise<unknown>;
  /** What is said when it was done. */
  done?: string;
  /** What stands on the button meanwhile. */
  busy?: string;
  /** Its name where the words on it are not enough. */
  label?: string;
  children: ReactNode;
};

/** A button for one call: off while it runs, with a notice of how it went. */
export function ActionButton({ act, done, busy, label, children }: Props) {
  const [isBusy, setBusy] = useState(false);
  async function run() {
    setBusy(true);
    try {
      await act();
      if (done) notify({ title: done });
    } catch (error) {
      const { message, requestId } = describeError(error, words.unsent);
      notify({ title: message, requestId, tone: "destructive" });
    }
    setBusy(false);
  }
  return (
    <button
      type="button"
      className={button.secondary}
      disabled={isBusy}
      aria-label={label}
      onClick={() => void run()}
    >
      {isBusy ? (busy ?? children) : children}
    </button>
  );
}
