"use client";

import { useEffect, useRef, useState, type ReactNode } from "react";
import { describeError } from "@karst/web/problems";
import { t } from "@/messages/ownAccount.gen";
import { notify } from "@/ui/toast/toastStore";
import button from "@/ui/button.module.css";

type Props = {
  action: () => Promise<unknown>;
  /** The title of the toast after success. */
  successMessage?: string;
  /** Replaces the content of the button while the action runs. */
  busyLabel?: string;
  /** The accessible name, if the content is not specific enough. */
  label?: string;
  children: ReactNode;
};

/** A button that runs an action. It is disabled meanwhile, keeps the focus, and a toast shows the result. */
export function ActionButton({ action, successMessage, busyLabel, label, children }: Props) {
  const [isBusy, setBusy] = useState(false);
  const element = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    // A disabled button loses the focus. The action may have moved it.
    if (wasBusy.current && !isBusy && document.activeElement === document.body) element.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
  async function handleClick() {
    setBusy(true);
    try {
      await action();
      if (successMessage) notify({ title: successMessage });
    } catch (error) {
      const { message, requestId } = describeError(error, t("unsent"));
      notify({ title: message, requestId, tone: "destructive" });
    }
    setBusy(false);
  }
  return (
    <button
      ref={element}
      type="button"
      className={button.secondary}
      disabled={isBusy}
      aria-label={label}
      onClick={() => void handleClick()}
    >
      {isBusy ? (busyLabel ?? children) : children}
    </button>
  );
}
