import type { CategoryResponse, ImportFieldChange, ImportMapping, ImportResponse } from "@karst/client";
import { fieldLabel } from "../history/kinds";
import { textOf, type ValueContext } from "../history/values";
import { t } from "../messages/imports.gen";

/** The queries of all imports. */
export const IMPORTS = ["imports"] as const;

export const importPath = (id: number): string => `/imports/${id}`;

/** The maximum number of rows that are applied at once. */
export const MAX_APPLIED = 5000;

/** The fields that a column can set, in the order of the choice. */
export const FIELDS = [
  "name",
  "localName",
  "categories",
  "latitude",
  "longitude",
  "address",
  "commune",
  "phone",
  "email",
  "website",
  "operatingHours",
  "hours",
  "description",
  "priceRange",
  "prices",
  "tags",
  "amenities",
  "imageUrl",
  "gallery",
  "rating",
  "ratingSource",
  "reviewCount",
  "reviews",
  "bookingType",
  "affiliateLink",
  "bookingComUrl",
  "agodaUrl",
  "directBookingContact",
  "enquiryFormEnabled",
  "featuredText",
  "googleMapsUrl",
  "slug",
  "foreignId",
  "id",
] as const;

/** The tabs of the result, in their order. */
export const TABS = ["create", "change", "same", "refuse", "duplicate", "skip"] as const;
export type Tab = (typeof TABS)[number];

/** The label of a field that a column sets, or that a row changes. */
export function importFieldLabel(field: string): string {
  if (field === "id" || field === "foreignId") return t(`fields.${field}`);
  return fieldLabel("businesses", field === "categories" ? "categoryIds" : field);
}

/** Whether the server works on the import. */
export const isBusy = ({ state }: Pick<ImportResponse, "state">): boolean =>
  state === "loading" ||
  state === "checking" ||
  state === "applying" ||
  state === "reverting" ||
  state === "undoing";

/** The tab that is shown first: what needs a decision, or what changes. */
export function firstTab({ counts }: Pick<ImportResponse, "counts">): Tab {
  const order = ["duplicate", "create", "change", "refuse", "same", "skip"] as const;
  return order.find((tab) => counts[tab] > 0) ?? "create";
}

/** The reason why the import cannot be applied now; null if it can. */
export function obstacle({ state, counts }: Pick<ImportResponse, "state" | "counts">) {
  if (state !== "ready" || counts.pending > 0) return "busy" as const;
  if (counts.duplicate > 0) return "undecided" as const;
  const count = counts.create + counts.change;
  if (count === 0) return "empty" as const;
  return count > MAX_APPLIED ? ("tooMany" as const) : null;
}

/** The columns of the file with their fields: those that are imported first. */
export function columnsOf({ columns, mapping }: Pick<ImportResponse, "columns" | "mapping">) {
  const fieldOf = new Map(mapping.columns.map(({ column, field }) => [column, field]));
  const all = columns.map((column) => ({ ...column, field: fieldOf.get(column.name) ?? null }));
  return [...all.filter(({ field }) => field !== null), ...all.filter(({ field }) => field === null)];
}

/** The mapping with another field for a column. */
export function withField(mapping: ImportMapping, column: string, field: string | null): ImportMapping {
  const isKnown = mapping.columns.some((one) => one.column === column);
  const columns = isKnown
    ? mapping.columns.map((one) => (one.column === column ? { column, field } : one))
    : [...mapping.columns, { column, field }];
  return { ...mapping, columns };
}

/** The mapping with another category for a value; null for none of its own. */
export function withCategory(
  mapping: ImportMapping,
  value: string,
  categoryId: number | null,
): ImportMapping {
  const others = mapping.categories.filter((one) => one.value !== value);
  return { ...mapping, categories: categoryId === null ? others : [...others, { value, categoryId }] };
}

/** The texts of a changed field, before and after. */
export function changeTexts(
  { field, before, after }: ImportFieldChange,
  categories: readonly CategoryResponse[],
  context: ValueContext,
): [string, string] {
  const text = (value: unknown) => textOf(field, { [field]: value, categories }, context);
  return [text(before), text(after)];
}
