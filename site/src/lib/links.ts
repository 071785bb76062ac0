/** Links to the world outside, made of what editors and owners typed. */
import type { LatLng } from "./geo";

/**
 * A website as a link: https:// is added where no scheme was typed (specification, section 5).
 * Null for blank text, for other schemes (`javascript:`, `data:`) and for what is no address at all.
 */
export function websiteHref(website: string | null | undefined): string | null {
  const typed = website?.trim();
  if (!typed) return null;
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  // "javascript:alert(1)" becomes https://javascript:alert(1), which has no valid port; "mailto:x@y" gains a user name.
  return url.username || !url.hostname.includes(".") ? null : url.href;
}

/** The name a link to a website wears: its host without "www.". */
export function websiteName(href: string): string {
  return new URL(href).hostname.replace(/^www\./, "");
}

/** An address made absolute; null where it cannot be parsed. Nothing that is stored may stop a page from rendering. */
export function absoluteUrl(address: string, origin: string): string | null {
  return URL.canParse(address, origin) ? new URL(address, origin).href : null;
}

/** A link that begins a letter, with its subject. */
export function mailHref(email: string, subject?: string): string {
  return `mailto:${email}${subject ? `?subject=${encodeURIComponent(subject)}` : ""}`;
}

/** Whether an address leads to a map instead of a picture; such a link was sometimes typed as a picture. */
export function isMapsLink(address: string): boolean {
  return /^(https?:)?\/\/([\w-]+\.)*(google\.[\w.]+\/maps|maps\.google\.[\w.]+|maps\.app\.goo\.gl|goo\.gl\/maps)/i.test(
    address.trim(),
  );
}

/** Whether something typed can be a picture: a path or an http(s) address that does not lead to a map. */
export function isPictureAddress(typed: string | null | undefined): typed is string {
  const address = typed?.trim() ?? "";
  const isAddress = address.startsWith("/")
    ? !address.startsWith("//")
    : /^https?:\/\//i.test(address) && URL.canParse(address);
  return isAddress && !isMapsLink(address);
}

/**
 * Where the terms of a picture can be read: an address that was typed, or that of a Creative Commons licence by its
 * usual short name, "CC BY-SA 4.0". Null for other words.
 */
export function licenceHref(licence: string): string | null {
  const typed = licence.trim();
  if (/^https?:\/\//i.test(typed)) return websiteHref(typed);
  if (/^CC0(?: 1\.0)?$/i.test(typed)) return "https://creativecommons.org/publicdomain/zero/1.0/";
  const [, kind, version] = /^CC[ -](BY(?:-(?:SA|NC|ND|NC-SA|NC-ND))?)[ -](\d\.\d)$/i.exec(typed) ?? [];
  return kind && version ? `https://creativecommons.org/licenses/${kind.toLowerCase()}/${version}/` : null;
}

/** Google Maps at a place: the link an editor gave, or else a search for the coordinates. */
export function mapsHref(place: LatLng & { googleMapsUrl?: string | null }): string {
  const given = place.googleMapsUrl?.trim();
  if (given && /^https?:\/\//i.test(given) && URL.canParse(given)) return given;
  return `https://www.google.com/maps/search/?api=1&query=${coordinates(place)}`;
}

/** Directions to a place from wherever the traveller is. */
export function directionsHref(place: LatLng): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${coordinates(place)}`;
}

function coordinates({ latitude, longitude }: LatLng): string {
  return encodeURIComponent(`${latitude},${longitude}`);
}
