"use client";

import type { ReactNode } from "react";
import { usePathname, useRouter } from "next/navigation";
import { X } from "lucide-react";
import { placePath } from "@/lib/paths";
import { t } from "@/messages/placeDialog.gen";
import button from "@/ui/button.module.css";
import { Dialog } from "@/ui/Dialog";
import { IconButton } from "@/ui/IconButton";
import styles from "./PlaceDialog.module.css";

type Props = { slug: string; name: string; children: ReactNode };

/**
 * A place in a dialog over the page that it was opened from, with its own URL. Closing goes back.
 *
 * The router keeps the dialog mounted on other pages, so it is open only at its own URL.
 */
export function PlaceDialog({ slug, name, children }: Props) {
  const isOpen = usePathname() === placePath(slug);
  const { back } = useRouter();
  return (
    <Dialog isOpen={isOpen} onClose={back} label={name} size="large">
      <IconButton className={styles.close} icon={X} label={t("closePlace")} variant="raised" onClick={back} />
      {children}
      <div className={styles.foot}>
        <button type="button" className={button.secondary} onClick={back}>
          {t("close")}
        </button>
      </div>
    </Dialog>
  );
}
