import { srcSet, type MediaImage } from "@/ui/imageSource";

/**
 * A tag of stored HTML. A serializer wrote it, so attributes have double quotes and every `<` outside of a tag is
 * escaped.
 */
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|[^">])*)>/gi;

/**
 * Prepares an article's sanitized HTML for a page. Tables get a focusable container that scrolls. Images load lazily, and
 * the guide's own images get `srcset`, size and a placeholder color.
 *
 * `tableLabel` is the accessible name of a table's container. Only tags are replaced, never text inside an attribute, so
 * no attribute value can become markup.
 */
export function enhanceArticleHtml(
  html: string,
  tableLabel: string,
  images: readonly MediaImage[] = [],
): string {
  return html.replace(TAG, (tag, slash: string, name: string, attributes: string) => {
    switch (name.toLowerCase()) {
      case "table":
        return slash ? `${tag}</div>` : `<div role="group" aria-label="${tableLabel}" tabindex="0">${tag}`;
      case "img":
        return `<img loading="lazy" decoding="async"${imageAttributes(attributes, images)}${attributes}>`;
      default:
        return tag;
    }
  });
}

/** Prepares an article's HTML for feed readers: URLs within the guide and within the article become absolute. */
export function toAbsoluteUrls(html: string, page: string): string {
  return html.replace(TAG, (_tag, slash: string, name: string, attributes: string) => {
    const absolute = attributes.replace(ATTRIBUTE, (attribute, key: string, url: string) => {
      if (key !== "href" && key !== "src") return attribute;
      if (url.startsWith("#")) return ` ${key}="${page}${url}"`;
      return /^\/(?!\/)/.test(url) ? ` ${key}="${new URL("/", page).origin}${url}"` : attribute;
    });
    return `<${slash}${name}${absolute}>`;
  });
}

/** The API's limit of slugs per request. */
const MAX_SLUGS = 50;

/** The slugs of the places that the text links to, without duplicates, in order. */
export function linkedPlaceSlugs(html: string): string[] {
  const slugs = [...html.matchAll(TAG)].flatMap(([, slash, name, attributes = ""]) => {
    const url = !slash && name === "a" ? / href="([^"]*)"/.exec(attributes)?.[1] : undefined;
    const slug = /^\/places\/([a-z0-9-]+)(?:[?#]|$)/.exec(url ?? "")?.[1];
    return slug ? [slug] : [];
  });
  return [...new Set(slugs)].slice(0, MAX_SLUGS);
}

/** Matches an attribute with its value, so that text inside another value is not taken for an attribute. */
const ATTRIBUTE = / ([a-z-]+)="([^"]*)"/gi;

/** The `sizes` of images in the text. */
const IMAGE_SIZES = "(min-width: 48rem) 44rem, 92vw";

/** Additional attributes for an image that is one of `images`; blank for others. */
function imageAttributes(attributes: string, images: readonly MediaImage[]): string {
  const src = / src="([^"]*)"/.exec(attributes)?.[1];
  const image = images.find(({ url }) => url === src);
  if (!image) return "";
  const { width, height, color } = image;
  const size = / (?:width|height)="/.test(attributes) ? "" : ` width="${width}" height="${height}"`;
  return ` srcset="${srcSet(image)}" sizes="${IMAGE_SIZES}"${size} style="background:${color}"`;
}
