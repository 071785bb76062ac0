/**
 * Messages of catalogs, in the syntax of ICU MessageFormat.
 *
 * `compile-messages.mjs` compiles the catalogs `messages/{locale}/*.json` of a workspace to modules. Each exports a
 * translator for its keys: `t("found", { count: 3 })`. A key or an argument that a message does not have is a type error.
 *
 * A process has one language: `LOCALE` of the server, and `<html lang>` in the browser.
 */
import format, { type CompiledMessage, type FormatValues } from "icu-minify/format";

/** The language of messages that a locale lacks, and the only one of this version. */
export const DEFAULT_LOCALE = "en";
/** English in brackets: text that no catalog has is text without brackets. `en-XA` is CLDR's code for such a language. */
export const PSEUDO_LOCALE = "en-XA";

/** The compiled messages of one namespace by locale and key. */
export type Catalogs = { readonly [DEFAULT_LOCALE]: Readonly<Record<string, CompiledMessage>> } & {
  readonly [locale: string]: Readonly<Record<string, CompiledMessage>> | undefined;
};

/** For each key, the arguments of its message. */
type Arguments = Record<string, object | undefined>;
type Parameters<Args extends Arguments, Key extends keyof Args> = Args[Key] extends object
  ? [args: Args[Key], locale?: string]
  : [args?: undefined, locale?: string];

export interface Translator<Args extends Arguments> {
  /** The message as text, in the language of this process unless a locale is given. */
  <Key extends keyof Args & string>(key: Key, ...rest: Parameters<Args, Key>): string;
  /** The parts of a message with tags: `<link>…</link>` is what the argument `link` makes of its content. */
  rich<Key extends keyof Args & string, Element>(
    key: Key,
    ...rest: Parameters<Args, Key>
  ): (string | Element)[];
  /** Whether there is a message for a key that is known at run time only. */
  has(key: string): boolean;
  /** All keys, in the order of the catalog. */
  keys(): (keyof Args & string)[];
}

let pageLocale: string | undefined;

/**
 * Sets the language of this page. The root layout calls it before anything is rendered, because Next.js renders some
 * error pages in the browser alone, in a document that has no `lang` yet.
 */
export function setPageLocale(locale: string): void {
  pageLocale = locale;
}

/** The language tag of this process. `LOCALE=pseudo` stands for {@link PSEUDO_LOCALE}. */
export function currentLocale(): string {
  if (typeof document !== "undefined") return pageLocale ?? (document.documentElement.lang || DEFAULT_LOCALE);
  const { LOCALE } = process.env;
  return LOCALE === "pseudo" ? PSEUDO_LOCALE : LOCALE || DEFAULT_LOCALE;
}

/** A function that formats the messages of `catalogs`. Compiled catalogs call it, with the types of their arguments. */
export function createTranslator<Args extends Arguments>(catalogs: Catalogs): Translator<Args> {
  const parts = (key: string, args: object | undefined, locale: string) => {
    const message = catalogs[locale]?.[key] ?? catalogs[DEFAULT_LOCALE][key] ?? key;
    const result = format(message, locale, args as FormatValues<string> | undefined, { formatters });
    const list = Array.isArray(result) ? result : [result];
    return locale === PSEUDO_LOCALE ? ["⟦", ...list, "⟧"] : list;
  };
  const translate = (key: string, args?: object, locale = currentLocale()) =>
    parts(key, args, locale).join("");
  const rich = (key: string, args?: object, locale = currentLocale()) => parts(key, args, locale);
  const has = (key: string) => key in catalogs[DEFAULT_LOCALE];
  const keys = () => Object.keys(catalogs[DEFAULT_LOCALE]);
  return Object.assign(translate, { rich, has, keys }) as Translator<Args>;
}

/**
 * English numbers and plurals without `Intl`: the first number that `Intl` formats takes a phone 80 ms.
 */
const englishNumbers = {
  format: (value: number) => String(value).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ","),
};
const englishPlurals = { select: (value: number) => (value === 1 ? "one" : "other") };
const isEnglish = (locale: unknown) => locale === DEFAULT_LOCALE || locale === PSEUDO_LOCALE;

const formatters = {
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...args),
  getNumberFormat: (...[locale, options]: ConstructorParameters<typeof Intl.NumberFormat>) =>
    isEnglish(locale) && !options
      ? (englishNumbers as Intl.NumberFormat)
      : new Intl.NumberFormat(locale, options),
  getPluralRules: (...[locale, options]: ConstructorParameters<typeof Intl.PluralRules>) =>
    isEnglish(locale) && options?.type !== "ordinal"
      ? (englishPlurals as Intl.PluralRules)
      : new Intl.PluralRules(locale, options),
};
