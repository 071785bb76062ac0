"use client";

import { useRef, type ReactNode } from "react";
import * as Radix from "@radix-ui/react-dialog";
import styles from "./Dialog.module.css";

type Props = {
  isOpen: boolean;
  onClose: () => void;
  /** The accessible name; a visible title is among the children. */
  label: string;
  size: "small" | "large" | "full";
  children: ReactNode;
};

/**
 * A modal dialog with a focus trap. Escape and the backdrop close it, and so may controls among the children. Load it on
 * demand: its library is not part of the first load of any page.
 */
export function Dialog({ isOpen, onClose, label, size, children }: Props) {
  const opener = useRef<Element | null>(null);
  const openerContainer = useRef<HTMLElement | null>(null);
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.backdrop}>
          <Radix.Content
            className={styles.dialog}
            data-size={size}
            aria-describedby={undefined}
            // Radix would first close a toast that appeared after the dialog.
            onEscapeKeyDown={(event) => event.preventDefault()}
            onKeyDown={(event) => {
              if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
              event.stopPropagation();
              onClose();
            }}
            // Radix returns the focus to its own triggers only; here any link or button opens a dialog.
            onOpenAutoFocus={() => {
              opener.current = document.activeElement;
              openerContainer.current = opener.current?.closest<HTMLElement>("[tabindex='-1']") ?? null;
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              // The opener may have disappeared (Sign In): then its container gets the focus.
              const target = opener.current?.isConnected ? opener.current : openerContainer.current;
              if (target instanceof HTMLElement) target.focus({ preventScroll: true });
            }}
          >
            <Radix.Title className="visually-hidden">{label}</Radix.Title>
            {children}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
