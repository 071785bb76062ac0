"use client";

import type { ReactNode } from "react";
import * as Radix from "@radix-ui/react-toast";
import { X } from "lucide-react";
import { t } from "@/messages/toast.gen";
import { DURATION_MS, HOTKEY, SWIPE_THRESHOLD_PX, toasts, type Toast } from "./toastStore";
import { IconButton } from "../IconButton";
import styles from "./Toasts.module.css";

/** The toast: announced to screen readers, dismissed by a swipe to the right, focused with F8 (R177). */
export function Toasts({ toast }: { toast: Toast | null }) {
  return (
    <Radix.Provider
      duration={DURATION_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD_PX}
      label={t("label")}
    >
      {toast && (
        <Radix.Root
          key={toast.id}
          className={styles.toast}
          data-tone={toast.tone}
          open={toast.isOpen}
          // In a dialog, Escape closes the dialog.
          onEscapeKeyDown={(event) => {
            if (document.activeElement?.closest("[role=dialog]")) event.preventDefault();
          }}
          onOpenChange={(isOpen) => !isOpen && toasts.dismiss(toast.id)}
        >
          <div className={styles.content}>
            <Radix.Title className={styles.title}>{toast.title}</Radix.Title>
            {toast.text && <Radix.Description className={styles.text}>{toast.text}</Radix.Description>}
            {toast.requestId && (
              <p className={styles.request}>
                {t.rich("requestId", {
                  id: toast.requestId,
                  code: (id: ReactNode) => <code key="code">{id}</code>,
                })}
              </p>
            )}
          </div>
          <Radix.Close asChild>
            <IconButton icon={X} label={t("close")} size={18} />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport
        className={`${styles.viewport} no-print`}
        hotkey={[HOTKEY]}
        label={t("region", { hotkey: HOTKEY })}
      />
    </Radix.Provider>
  );
}
