import { texts } from "@/texts";

/** The pages the navigation leads to, in order (row 9). */
export const PAGES = [
  { href: "/explore", label: texts.shell.explore },
  { href: "/inspiration", label: texts.shell.inspiration },
  { href: "/guestbook", label: texts.shell.guestbook },
  { href: "/getting-here", label: texts.shell.gettingHere },
  { href: "/about", label: texts.shell.about },
  { href: "/contact", label: texts.shell.contact },
] as const;

/** The mobile menu also lists Home (specification, section 2). */
export const MENU_PAGES = [{ href: "/", label: texts.shell.home }, ...PAGES] as const;

/** Where somebody's own places are; linked for whoever is signed in (rows 11 and 12). */
export const SAVED = { href: "/saved", label: texts.shell.saved } as const;
