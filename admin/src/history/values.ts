import type { Price } from "@karst/client";
import { checkLines, type Check } from "../businesses/checks";
import { accuracyLabel } from "../businesses/locationAccuracy";
import { priceLine, priceLines } from "../businesses/prices";
import { calendarDateIn, dateOfField } from "../kit/zone";
import { t as tForm } from "../messages/form.gen";
import { t as tPlaces } from "../messages/placeForm.gen";
import { htmlText } from "./htmlText";
import type { Fields } from "./kinds";

/** An image of a record. */
export interface NamedImage {
  url: string;
  name: string;
}

/** Data beside the record on which the texts of values depend. */
export interface ValueContext {
  /** The time zone of the region. */
  zone?: string;
  /** The name of an account. */
  accountName?: (id: string) => string | undefined;
}

/** The value of a field as text; blank if there is none. Lists have a line for each item. */
export function textOf(field: string, record: Fields, { zone, accountName }: ValueContext = {}): string {
  const value = record[field];
  const date = dateOfField(zone, field, value);
  if (date !== null) return date;
  if (typeof value === "string") {
    if (field === "contentHtml") return htmlText(value).normalize();
    if (field === "coordinateConfidence") return accuracyLabel(value);
    if (field === "bookingType" || field === "ratingSource") return tPlaces(field, { value });
    if (field === "ownerId") return accountName?.(value) ?? value;
  }
  if (field === "categoryIds" && Array.isArray(value)) return categoryNames(value, record);
  if (field === "checks" && Array.isArray(value))
    return checkLines(value as Check[], (time) => calendarDateIn(zone, time));
  if (field === "prices" && Array.isArray(value)) return priceLines(value as Price[]).normalize();
  if (field === "mapOverlay" && value) return JSON.stringify(value, null, 2);
  return plain(value).normalize();
}

function categoryNames(ids: readonly unknown[], { categories }: Fields): string {
  const known = Array.isArray(categories) ? (categories as { id: unknown; name: string }[]) : [];
  return ids.map((id) => known.find((category) => category.id === id)?.name ?? `#${id}`).join("\n");
}

/** The keys that come first. A snapshot has its keys in alphabetical order, the API in its own. */
const FIRST_KEYS = ["author", "type", "question", "name", "title"];

export const entriesOf = (value: object): [string, unknown][] =>
  Object.entries(value).sort(
    ([one], [other]) => FIRST_KEYS.indexOf(other) - FIRST_KEYS.indexOf(one) || (one < other ? -1 : 1),
  );

/** Any value as text: the simple values of an object in one line, lists and objects inside in lines of their own. */
function plain(value: unknown): string {
  if (typeof value === "boolean") return tForm(value ? "conflict.yes" : "conflict.no");
  if (Array.isArray(value)) return value.map(plain).join("\n");
  if (typeof value !== "object" || value === null) return String(value ?? "").trim();
  const parts = entriesOf(value).map(([field, part]) =>
    field === "prices" && Array.isArray(part) ? (part as Price[]).map(priceLine) : part,
  );
  const isInside = (part: unknown) => typeof part === "object" && part !== null;
  const line = parts.filter((part) => !isInside(part)).map(plain);
  return [line.filter(Boolean).join(" · "), ...parts.filter(isInside).map(plain)].filter(Boolean).join("\n");
}

/** The images of a field; null for fields that never have images. */
export function imagesOf(field: string, record: Fields): NamedImage[] | null {
  if (field !== "gallery" && field !== "imageUrl" && field !== "mainImageUrl") return null;
  const urls = [record[field]].flat().filter((url): url is string => typeof url === "string" && url !== "");
  const known = Array.isArray(record.pictures) ? (record.pictures as { url: string; alt: string }[]) : [];
  return urls.map((url) => ({ url, name: known.find((image) => image.url === url)?.alt || fileName(url) }));
}

/** The last part of an address. */
function fileName(url: string): string {
  const name = url.split(/[?#]/)[0]!.split("/").at(-1) || url;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
