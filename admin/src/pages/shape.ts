import type { Price, StandingPages } from "@karst/client";
import type { FormName } from "@karst/client/check";
import { atListInput, type PlaceViolation } from "@karst/web/contractResolver";
import { priceList, rowsOf, type PriceText } from "../businesses/prices";
import { listOf, listText, numberOrText, numberText } from "../kit/typed";

export type PageName = keyof StandingPages;

/** A page as a record of react-admin, with its name as the id. A page that was never written has version 0. */
export type PageRecord<Name extends PageName = PageName> = StandingPages[Name] & {
  id: Name;
  version: number;
  updatedAt: string;
};

/** The form values of a page: its own structure, with numbers and lists of texts as typed. */
type Typed<Part> = Part extends string[]
  ? string
  : Part extends Price[]
    ? PriceText[]
    : Part extends (infer Item)[]
      ? Typed<Item>[]
      : Part extends number
        ? string
        : Part extends object
          ? { [Field in keyof Part]: Typed<Part[Field]> }
          : Part;
export type PageText<Name extends PageName = PageName> = Typed<StandingPages[Name]>;

const NO_PASSAGE = { title: "", paragraphs: [] };
/** Each page before it is written, with its fields in the order of the screen. */
const BLANK: StandingPages = {
  "getting-here": { title: "", intro: "", verified: "", cities: [], tips: [], around: [] },
  about: {
    title: "",
    intro: "",
    mission: NO_PASSAGE,
    story: NO_PASSAGE,
    values: [],
    future: NO_PASSAGE,
  },
  help: { title: "", intro: "", questions: [] },
  privacy: { title: "", updated: "", terms: [], policy: [] },
};
export const PAGES = Object.keys(BLANK) as PageName[];

export const FORMS: Record<PageName, FormName> = {
  "getting-here": "GettingHereChanges",
  about: "AboutChanges",
  help: "HelpChanges",
  privacy: "PrivacyChanges",
};

export const blank = <Name extends PageName>(name: Name): PageRecord<Name> => ({
  ...BLANK[name],
  id: name,
  version: 0,
  updatedAt: "",
});

/** The lists of texts that are edited in one input, with their conversions to and from text. */
const LISTS: Record<string, { text: (items: string[]) => string; items: (text: string) => string[] }> = {
  paragraphs: { text: (items) => items.join("\n\n"), items: (text) => filled(text.split(/\n\s*\n/)) },
  items: { text: (items) => items.join("\n"), items: (text) => filled(text.split("\n")) },
  companies: { text: listText, items: listOf },
};

const filled = (parts: string[]) => parts.map((part) => part.trim()).filter(Boolean);

/** The form values of a page. Fields that are missing in `page` are blank. */
export function toText<Name extends PageName>(
  name: Name,
  page: Partial<StandingPages[Name]>,
): PageText<Name> {
  const fields = Object.entries(BLANK[name]).map(([field, none]) => {
    return [field, typed(page[field as keyof typeof page] ?? none, field)];
  });
  return Object.fromEntries(fields) as PageText<Name>;
}

function typed(value: unknown, field: string): unknown {
  const list = LISTS[field];
  if (list) return list.text(value as string[]);
  if (field === "prices") return rowsOf(Array.isArray(value) ? (value as Price[]) : []);
  if (typeof value === "number") return numberText(value);
  return mapped(value, typed);
}

/** The request body of the form. */
export const toForm = (text: object) => mapped(text, sent) as object;

function sent(value: unknown, field: string): unknown {
  const list = LISTS[field];
  if (list) return list.items(value as string);
  if (field === "prices") return priceList(value as PriceText[]);
  if (field === "distanceKm") return numberOrText(value as string);
  return typeof value === "string" ? value.trim() : mapped(value, sent);
}

/** Applies `turn` to every field of an object, and of the objects in its lists. */
function mapped(value: unknown, turn: (value: unknown, field: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapped(item, turn));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, turn(part, field)]));
}

/** Moves a violation of a field in the contract to the form's input. */
export const place: PlaceViolation = ({ field, message }) => {
  const part = /^(.*\b(?:paragraphs|items|companies))\.(\d+)$/.exec(field);
  if (part) return { field: part[1]!, message: atListInput({ field: `items.${part[2]}`, message }).message };
  const isList = /^(tips|around|values|questions|terms|policy|cities(\.\d+\.options(\.\d+\.prices)?)?)$/.test(
    field,
  );
  return { field: isList ? `${field}.root` : field, message };
};

/** A part of a page as text, with a paragraph for each item. */
export function plainText(part: unknown): string {
  if (Array.isArray(part)) return part.map(plainText).join("\n\n");
  if (typeof part === "object" && part !== null)
    return Object.values(part).map(plainText).filter(Boolean).join(" · ");
  return String(part ?? "");
}
