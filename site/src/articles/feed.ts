import type { ArticleResponse, SettingsResponse } from "@karst/client";
import { articlePath } from "@/lib/paths";
import { escapeXml } from "@/lib/xml";
import { lastModifiedAt } from "./dates";
import { toAbsoluteUrls } from "./html";

/** Where the feed is. */
export const FEED_PATH = "/feed.xml";

/** The fields that an entry is made of. */
export const FEED_FIELDS = [
  "id",
  "uuid",
  "slug",
  "title",
  "author",
  "summary",
  "contentHtml",
  "tags",
  "publicationDate",
  "updatedAt",
] as const satisfies readonly (keyof ArticleResponse)[];

type Entry = Pick<ArticleResponse, (typeof FEED_FIELDS)[number]>;
type Region = Pick<SettingsResponse, "brand" | "tagline" | "publicUrl" | "uuid">;

/** When a feed without entries was last changed: its reader needs a date, and there is none. */
const NEVER = "1970-01-01T00:00:00.000Z";

/** These articles as an Atom feed (RFC 4287), in the order given. */
export function atomFeed(articles: readonly Entry[], { brand, tagline, publicUrl, uuid }: Region): string {
  const at = (path: string) => escapeXml(new URL(path, publicUrl).href);
  const updated = articles.map(lastModifiedAt).sort().at(-1) ?? NEVER;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${uuid ? `urn:uuid:${uuid}` : at(FEED_PATH)}</id>`,
    text("title", brand),
    tagline && text("subtitle", tagline),
    `<updated>${updated}</updated>`,
    `<author>${text("name", brand)}<uri>${at("/")}</uri></author>`,
    `<icon>${at("/icon.svg")}</icon>`,
    `<link rel="self" type="application/atom+xml" href="${at(FEED_PATH)}"/>`,
    `<link rel="alternate" type="text/html" href="${at("/inspiration")}"/>`,
    ...articles.map((article) => entry(article, publicUrl)),
    "</feed>",
    "",
  ]
    .filter((line) => line !== "")
    .join("\n");
}

function entry(article: Entry, publicUrl: string): string {
  const page = new URL(articlePath(article), publicUrl).href;
  return [
    "<entry>",
    `<id>${idOf(article, publicUrl)}</id>`,
    text("title", article.title),
    `<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>`,
    `<published>${article.publicationDate}</published>`,
    `<updated>${lastModifiedAt(article)}</updated>`,
    `<author>${text("name", article.author)}</author>`,
    ...article.tags.map((tag) => `<category term="${escapeXml(tag)}"/>`),
    text("summary", article.summary),
    `<content type="html">${escapeXml(toAbsoluteUrls(article.contentHtml, page))}</content>`,
    "</entry>",
  ].join("\n");
}

/** An id for good, wherever the guide is served and whatever the article is called (RFC 4287, section 4.2.6). */
function idOf({ id, uuid }: Entry, publicUrl: string): string {
  return uuid ? `urn:uuid:${uuid}` : escapeXml(new URL(`/inspiration/${id}`, publicUrl).href);
}

function text(element: string, words: string): string {
  return `<${element}>${escapeXml(words)}</${element}>`;
}
