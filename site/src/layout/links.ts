import { shellTexts } from "@/texts/shell";

/** The pages the navigation leads to, in order (row 9). */
export const NAV_LINKS = [
  { href: "/explore", label: shellTexts.explore },
  { href: "/inspiration", label: shellTexts.inspiration },
  { href: "/guestbook", label: shellTexts.guestbook },
  { href: "/getting-here", label: shellTexts.gettingHere },
  { href: "/about", label: shellTexts.about },
  { href: "/contact", label: shellTexts.contact },
] as const;

/** The mobile menu also lists Home (specification, section 2). */
export const MENU_LINKS = [{ href: "/", label: shellTexts.home }, ...NAV_LINKS] as const;

/** Where somebody's own account is; linked for whoever is signed in. */
export const ACCOUNT_LINK = { href: "/account", label: shellTexts.ownAccount } as const;

/** Where somebody's own places are; linked for whoever is signed in (rows 11 and 12). */
export const SAVED_LINK = { href: "/saved", label: shellTexts.saved } as const;
