import { t } from "../messages/login.gen";

/** The message of a denied screen at this path. Two screens have their own (R125, R147). */
export function deniedText(pathname: string): string {
  if (/^\/moderation(\/|$)/.test(pathname)) return t("denied.page");
  return /^\/admin(\/|$)/.test(pathname) ? t("denied.legacyPage") : t("denied.portal");
}
