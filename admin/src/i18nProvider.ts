import { currentLocale, PSEUDO_LOCALE } from "@karst/web/messages";
import { defaultI18nProvider, type I18nProvider } from "react-admin";
import { t as tList } from "./messages/list.gen";
import { t as tResources } from "./messages/resources.gen";

/** The keys of react-admin's labels: `resources.settings.name`, `resources.settings.fields.brand`. */
const RESOURCE_PREFIX = "resources.";

/**
 * Texts of react-admin's own components: names of resources and fields from the catalog, the others from react-admin's
 * English. Texts of the console are translated already and pass unchanged.
 */
export const i18nProvider: I18nProvider = {
  translate(key, options) {
    if (key.startsWith(RESOURCE_PREFIX)) return resourceLabel(key.slice(RESOURCE_PREFIX.length), options);
    // react-admin's own text does not format numbers.
    if (key === "ra.navigation.page_range_info") return tList("range", options as RangeOptions);
    // The head of a column is a part of the name of each of its cells, and has `aria-sort`: a tooltip would rename it.
    if (key === "ra.sort.sort_by") return "";
    const text = defaultI18nProvider.translate(key, options);
    return key.startsWith("ra.") && currentLocale() === PSEUDO_LOCALE ? `⟦${text}⟧` : text;
  },
  getLocale: currentLocale,
  changeLocale: () => Promise.resolve(),
};

interface RangeOptions {
  offsetBegin: number;
  offsetEnd: number;
  total: number;
}

/** The name of a resource, such as `users.name`. Unlike labels of fields, it depends on a number. */
type NameKey = Parameters<typeof tResources>[0] & `${string}.name`;

/** A label of the catalog; react-admin's default for resources and fields that it does not have. */
function resourceLabel(key: string, options?: { smart_count?: number; _?: string }): string {
  const text = tResources(key as NameKey, { smart_count: options?.smart_count ?? 1 });
  return text.includes(key) ? (options?._ ?? key) : text;
}
