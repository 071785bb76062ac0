import type { t } from "@/messages/navigation.gen";

/** A link, with its label as a key of the catalog `navigation`. */
export type NavLink = { readonly href: string; readonly label: Parameters<typeof t>[0] };

/** The links of the main navigation, in order (R9). */
export const NAV_LINKS = [
  { href: "/explore", label: "explore" },
  { href: "/inspiration", label: "inspiration" },
  { href: "/guestbook", label: "guestbook" },
  { href: "/getting-here", label: "gettingHere" },
  { href: "/about", label: "about" },
  { href: "/contact", label: "contact" },
] as const satisfies readonly NavLink[];

/** The mobile menu also lists Home. */
export const MENU_LINKS = [{ href: "/", label: "home" }, ...NAV_LINKS] as const satisfies readonly NavLink[];

/** Shown to signed-in travelers. */
export const ACCOUNT_LINK = { href: "/account", label: "account" } as const satisfies NavLink;

/** Shown to signed-in travelers (R11, R12). */
export const SAVED_LINK = { href: "/saved", label: "saved" } as const satisfies NavLink;
