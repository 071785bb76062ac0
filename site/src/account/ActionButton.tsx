"use client";

import { useState, type ReactNode } from "react";
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

/** A button that runs an action. It is disabled meanwhile, and a toast shows the result. */
export function ActionButton({ action, successMessage, busyLabel, label, children }: Props) {
  const [isBusy, setBusy] = useState(false);
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
