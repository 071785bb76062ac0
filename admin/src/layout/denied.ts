import { texts } from "../texts";

const words = texts.identity.denied;

/** The message of a denied screen at this path. Two screens have their own (R125, R147). */
export function deniedText(pathname: string): string {
  if (/^\/moderation(\/|$)/.test(pathname)) return words.page;
  return /^\/admin(\/|$)/.test(pathname) ? words.older : words.text;
}
