import { texts } from "../texts";

const words = texts.identity.denied;

/** What it takes to see the screen at this address. Two have a sentence of their own (rows 125, 147). */
export function deniedText(pathname: string): string {
  if (/^\/moderation(\/|$)/.test(pathname)) return words.page;
  return /^\/admin(\/|$)/.test(pathname) ? words.older : words.text;
}
