"use client";

import { useEffect, useRef, useState } from "react";
import { Menu, X } from "lucide-react";
import { useFirebaseAuth } from "@/auth/AuthProvider";
import { t } from "@/messages/navigation.gen";
import { AccountMenu } from "./AccountMenu";
import { MENU_LINKS, SAVED_LINK } from "./links";
import { NavLinks } from "./NavLinks";
import styles from "./TopBar.module.css";

/** The menu on narrow screens. A `<details>` element, so that it also opens without scripts (R9, R12). */
export function MobileMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isSignedIn = useFirebaseAuth().state.kind === "signedIn";
  const links = isSignedIn ? [...MENU_LINKS, SAVED_LINK] : MENU_LINKS;

  // The menu may have been opened before hydration.
  useEffect(() => setOpen(menu.current!.open), []);

  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape") closeAndFocus(menu.current);
    };
    // On click, not on pointerdown: otherwise the click would reach the page behind the menu.
    const onClick = (event: MouseEvent) => {
      // The backdrop is a pseudo-element of the menu, so a click on it targets the menu itself.
      const isOutside = event.target === menu.current || !menu.current?.contains(event.target as Node);
      if (isOutside) close(menu.current);
    };
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("click", onClick);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("click", onClick);
    };
  }, [isOpen]);

  return (
    <details ref={menu} className={styles.menu} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={isOpen ? t("closeMenu") : t("menu")}>
        {isOpen ? <X aria-hidden /> : <Menu aria-hidden />}
      </summary>
      <div className={styles.panel}>
        <nav aria-label={t("menu")}>
          <NavLinks links={links} className={styles.menuLinks} onNavigate={() => close(menu.current)} />
        </nav>
        <AccountMenu onUse={() => closeAndFocus(menu.current)} />
      </div>
    </details>
  );
}

function close(menu: HTMLDetailsElement | null): void {
  if (menu) menu.open = false;
}

/** Closes the menu and moves the focus to its button, which stays visible. */
function closeAndFocus(menu: HTMLDetailsElement | null): void {
  close(menu);
  menu?.querySelector("summary")?.focus();
}
