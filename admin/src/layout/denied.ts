import { texts } from "../texts";

const words = texts.identity.denied;

/** What it takes to see the screen at this address. The older business page has a sentence of its own (row 125). */
export function deniedText(pathname: string): string {
  return /^\/admin(\/|$)/.test(pathname) ? words.older : words.text;
}
