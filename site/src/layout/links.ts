import { shellTexts } from "@/texts/shell";

/** The links of the main navigation, in order (R9). */
export const NAV_LINKS = [
  { href: "/explore", label: shellTexts.explore },
  { href: "/inspiration", label: shellTexts.inspiration },
  { href: "/guestbook", label: shellTexts.guestbook },
  { href: "/getting-here", label: shellTexts.gettingHere },
  { href: "/about", label: shellTexts.about },
  { href: "/contact", label: shellTexts.contact },
] as const;

/** The mobile menu also lists Home. */
export const MENU_LINKS = [{ href: "/", label: shellTexts.home }, ...NAV_LINKS] as const;

/** Shown to signed-in travelers. */
export const ACCOUNT_LINK = { href: "/account", label: shellTexts.ownAccount } as const;

/** Shown to signed-in travelers (R11, R12). */
export const SAVED_LINK = { href: "/saved", label: shellTexts.saved } as const;
