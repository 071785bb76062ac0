"use client";

import { useRef, type ReactNode } from "react";
import * as Radix from "@radix-ui/react-dialog";
import styles from "./Dialog.module.css";

type Props = {
  isOpen: boolean;
  onClose: () => void;
  /** The dialog's name, for ears; what eyes see is among the children. */
  label: string;
  size: "small" | "large" | "full";
  children: ReactNode;
};

/**
 * A modal dialog: focus moves in, stays in and returns to where it was; Escape, the backdrop and whatever the
 * children offer close it. Load it on first intent: its library is not part of any page's first load.
 */
export function Dialog({ isOpen, onClose, label, size, children }: Props) {
  const opener = useRef<Element | null>(null);
  const home = useRef<HTMLElement | null>(null);
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.backdrop}>
          <Radix.Content
            className={styles.dialog}
            data-size={size}
            aria-describedby={undefined}
            // The library would first close whatever notice came after the dialog.
            onEscapeKeyDown={(event) => event.preventDefault()}
            onKeyDown={(event) => {
              if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
              event.stopPropagation();
              onClose();
            }}
            // The library gives the focus back to its own kind of trigger only; ours are links and buttons anywhere.
            onOpenAutoFocus={() => {
              opener.current = document.activeElement;
              home.current = opener.current?.closest<HTMLElement>("[tabindex='-1']") ?? null;
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              // What opened the dialog may be gone for what was done in it (Sign In): then the part it stood in.
              const target = opener.current?.isConnected ? opener.current : home.current;
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
