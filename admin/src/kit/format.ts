import { currentLocale } from "@karst/web/messages";

/** `12,345` */
export const formatNumber = (value: number): string => value.toLocaleString(currentLocale());

/** `Hang Én, Dark Cave, and Paradise Cave` */
export const formatList = (items: readonly string[]): string =>
  new Intl.ListFormat(currentLocale()).format(items);
