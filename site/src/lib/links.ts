/** Links to other sites, built from values that editors and owners entered. */

import type { LatLng } from "./geo";

/**
 * The URL of a website; `https://` is added if the scheme is missing (R65). Null for blank text, other schemes
 * (`javascript:`, `data:`) and invalid URLs.
 */
export function websiteHref(website: string | null | undefined): string | null {
  const trimmed = website?.trim();
  if (!trimmed) return null;
  const href = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  // "javascript:alert(1)" becomes https://javascript:alert(1), which has no valid port; "mailto:x@y" gains a user name.
  return url.username || !url.hostname.includes(".") ? null : url.href;
}

/** The label of a link to a website: its host without "www.". */
export function websiteName(href: string): string {
  return new URL(href).hostname.replace(/^www\./, "");
}

/** The absolute URL, null if it is invalid: no stored value may prevent a page from rendering. */
export function absoluteUrl(url: string, origin: string): string | null {
  return URL.canParse(url, origin) ? new URL(url, origin).href : null;
}

export function mailtoHref(email: string, subject?: string): string {
  return `mailto:${email}${subject ? `?subject=${encodeURIComponent(subject)}` : ""}`;
}

/** Whether a URL leads to Google Maps; such links were sometimes entered as images. */
export function isMapsLink(url: string): boolean {
  return /^(https?:)?\/\/([\w-]+\.)*(google\.[\w.]+\/maps|maps\.google\.[\w.]+|maps\.app\.goo\.gl|goo\.gl\/maps)/i.test(
    url.trim(),
  );
}

/** Whether a value can be an image: a path or an http(s) URL that does not lead to Google Maps (R78). */
export function isImageUrl(value: string | null | undefined): value is string {
  const url = value?.trim() ?? "";
  const isUrl = url.startsWith("/") ? !url.startsWith("//") : /^https?:\/\//i.test(url) && URL.canParse(url);
  return isUrl && !isMapsLink(url);
}

/** The URL of a license: the value itself, or that of a Creative Commons short name, "CC BY-SA 4.0". Otherwise null. */
export function licenseHref(license: string): string | null {
  const trimmed = license.trim();
  if (/^https?:\/\//i.test(trimmed)) return websiteHref(trimmed);
  if (/^CC0(?: 1\.0)?$/i.test(trimmed)) return "https://creativecommons.org/publicdomain/zero/1.0/";
  const [, kind, version] = /^CC[ -](BY(?:-(?:SA|NC|ND|NC-SA|NC-ND))?)[ -](\d\.\d)$/i.exec(trimmed) ?? [];
  return kind && version ? `https://creativecommons.org/licenses/${kind.toLowerCase()}/${version}/` : null;
}

/** The Google Maps link of a place: the editor's, otherwise a search for the coordinates. */
export function mapsHref(place: LatLng & { googleMapsUrl?: string | null }): string {
  const stored = place.googleMapsUrl?.trim();
  if (stored && /^https?:\/\//i.test(stored) && URL.canParse(stored)) return stored;
  return `https://www.google.com/maps/search/?api=1&query=${formatCoordinates(place)}`;
}

/** Directions from the current position to a place. */
export function directionsHref(place: LatLng): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${formatCoordinates(place)}`;
}

function formatCoordinates({ latitude, longitude }: LatLng): string {
  return encodeURIComponent(`${latitude},${longitude}`);
}
