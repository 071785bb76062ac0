"use client";

import type { ReactNode } from "react";
import { usePathname, useRouter } from "next/navigation";
import { X } from "lucide-react";
import { placePath } from "@/lib/paths";
import { placeTexts } from "@/texts/place";
import button from "@/ui/button.module.css";
import { Dialog } from "@/ui/Dialog";
import styles from "./PlaceDialog.module.css";

type Props = { slug: string; name: string; children: ReactNode };

/**
 * A place over the page it was opened from, at its own address. Closing goes back to that page.
 *
 * The router keeps what was last shown here when another page is followed, so the dialog looks at the address itself.
 */
export function PlaceDialog({ slug, name, children }: Props) {
  const isOpen = usePathname() === placePath(slug);
  const { back } = useRouter();
  return (
    <Dialog isOpen={isOpen} onClose={back} label={name} size="large">
      <button type="button" className={styles.close} aria-label={placeTexts.closeDialog} onClick={back}>
        <X aria-hidden />
      </button>
      {children}
      <div className={styles.foot}>
        <button type="button" className={button.secondary} onClick={back}>
          {placeTexts.close}
        </button>
      </div>
    </Dialog>
  );
}
