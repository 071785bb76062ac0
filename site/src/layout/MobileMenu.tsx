"use client";

import { useEffect, useRef, useState } from "react";
import { Menu, X } from "lucide-react";
import { useFirebaseAuth } from "@/auth/AuthProvider";
import { shellTexts } from "@/texts/shell";
import { AccountMenu } from "./AccountMenu";
import { MENU_LINKS, SAVED_LINK } from "./links";
import { NavLinks } from "./NavLinks";
import styles from "./TopBar.module.css";

/** The side navigation where the bar has no room for its links. A `<details>`, so that it opens without scripts too. */
export function MobileMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isSignedIn = useFirebaseAuth().state.kind === "signedIn";
  const pages = isSignedIn ? [...MENU_LINKS, SAVED_LINK] : MENU_LINKS;

  // Whoever was quicker than the scripts opened it already.
  useEffect(() => setOpen(menu.current!.open), []);

  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") leave(menu.current);
    };
    // The whole press, not its beginning: what it ends on is the page behind, and not meant.
    const onClick = (event: MouseEvent) => {
      // What dims the page belongs to the menu and is none of its parts.
      const isBeside = event.target === menu.current || !menu.current?.contains(event.target as Node);
      if (isBeside) close(menu.current);
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("click", onClick);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("click", onClick);
    };
  }, [isOpen]);

  return (
    <details ref={menu} className={styles.menu} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={isOpen ? shellTexts.closeMenu : shellTexts.menu}>
        {isOpen ? <X aria-hidden /> : <Menu aria-hidden />}
      </summary>
      <div className={styles.sheet}>
        <nav aria-label={shellTexts.menu}>
          <NavLinks pages={pages} className={styles.menuLinks} onFollow={() => close(menu.current)} />
        </nav>
        <AccountMenu onUse={() => leave(menu.current)} />
      </div>
    </details>
  );
}

function close(menu: HTMLDetailsElement | null): void {
  if (menu) menu.open = false;
}

/** Closes the menu and puts the focus where it can be seen. */
function leave(menu: HTMLDetailsElement | null): void {
  close(menu);
  menu?.querySelector("summary")?.focus();
}
