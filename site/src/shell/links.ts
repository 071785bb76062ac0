import { texts } from "@/texts";

/** The pages the navigation leads to, in order. A page joins when it exists. */
export const PAGES = [{ href: "/explore", label: texts.shell.explore }] as const;

/** The mobile menu also lists Home (specification, section 2). */
export const MENU_PAGES = [{ href: "/", label: texts.shell.home }, ...PAGES] as const;
