import { srcSet, type MediaImage } from "@/ui/imageSource";

/**
 * One tag of HTML as the API stores it: written by a serializer, so attributes stand in double quotes and every `<`
 * outside of a tag is escaped.
 */
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|[^">])*)>/gi;

/**
 * An article's content, sanitized where it was written, made ready for a page: wide tables scroll by themselves, also
 * by keyboard; pictures wait until they are near the screen, and the guide's own come in the width that is needed and
 * keep their place meanwhile.
 *
 * `tableLabel` is what a scrolling table is called for ears. Only tags of the text are touched, never what stands in an
 * attribute, so nothing can be smuggled out of one.
 */
export function readable(html: string, tableLabel: string, pictures: readonly MediaImage[] = []): string {
  return html.replace(TAG, (tag, slash: string, name: string, rest: string) => {
    switch (name.toLowerCase()) {
      case "table":
        return slash ? `${tag}</div>` : `<div role="group" aria-label="${tableLabel}" tabindex="0">${tag}`;
      case "img":
        return `<img loading="lazy" decoding="async"${known(rest, pictures)}${rest}>`;
      default:
        return tag;
    }
  });
}

/** The same content for readers elsewhere: addresses within the guide and within the article are whole ones. */
export function absolute(html: string, page: string): string {
  return html.replace(TAG, (_tag, slash: string, name: string, rest: string) => {
    const whole = rest.replace(ATTRIBUTE, (attribute, key: string, address: string) => {
      if (key !== "href" && key !== "src") return attribute;
      if (address.startsWith("#")) return ` ${key}="${page}${address}"`;
      return /^\/(?!\/)/.test(address) ? ` ${key}="${new URL("/", page).origin}${address}"` : attribute;
    });
    return `<${slash}${name}${whole}>`;
  });
}

/** As many places as the API finds by their slugs at once. */
const MOST_PLACES = 50;

/** The slugs of the guide's places that the text links to, each once, in its order. */
export function placesIn(html: string): string[] {
  const slugs = [...html.matchAll(TAG)].flatMap(([, slash, name, rest = ""]) => {
    const address = !slash && name === "a" ? / href="([^"]*)"/.exec(rest)?.[1] : undefined;
    const slug = /^\/places\/([a-z0-9-]+)(?:[?#]|$)/.exec(address ?? "")?.[1];
    return slug ? [slug] : [];
  });
  return [...new Set(slugs)].slice(0, MOST_PLACES);
}

/** One attribute with its value, so that what looks like one inside another's value is not taken for it. */
const ATTRIBUTE = / ([a-z-]+)="([^"]*)"/gi;

/** How wide a picture stands in the text. */
const SIZES = "(min-width: 48rem) 44rem, 92vw";

/** What more is known of a picture that stands in the text. */
function known(attributes: string, pictures: readonly MediaImage[]): string {
  const address = / src="([^"]*)"/.exec(attributes)?.[1];
  const picture = pictures.find(({ url }) => url === address);
  if (!picture) return "";
  const { width, height, color } = picture;
  const size = / (?:width|height)="/.test(attributes) ? "" : ` width="${width}" height="${height}"`;
  return ` srcset="${srcSet(picture)}" sizes="${SIZES}"${size} style="background:${color}"`;
}
