import type { ArticleResponse, SettingsResponse } from "@karst/client";
import { currentLocale } from "@karst/web/messages";
import { articlePath } from "@/lib/paths";
import { escapeXml } from "@/lib/xml";
import { lastModifiedAt } from "./dates";
import { toAbsoluteUrls } from "./html";

export const FEED_PATH = "/feed.xml";

/** The fields of an article that an entry contains. */
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
type FeedSettings = Pick<SettingsResponse, "brand" | "tagline" | "publicUrl" | "uuid">;

/** The `updated` of a feed without entries: the element is required. */
const EPOCH = "1970-01-01T00:00:00.000Z";

/** An Atom feed (RFC 4287) of the articles, in the given order. */
export function atomFeed(
  articles: readonly Entry[],
  { brand, tagline, publicUrl, uuid }: FeedSettings,
): string {
  const url = (path: string) => escapeXml(new URL(path, publicUrl).href);
  const updated = articles.map(lastModifiedAt).sort().at(-1) ?? EPOCH;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${currentLocale()}">`,
    `<id>${uuid ? `urn:uuid:${uuid}` : url(FEED_PATH)}</id>`,
    text("title", brand),
    tagline && text("subtitle", tagline),
    `<updated>${updated}</updated>`,
    `<author>${text("name", brand)}<uri>${url("/")}</uri></author>`,
    `<icon>${url("/icon.svg")}</icon>`,
    `<link rel="self" type="application/atom+xml" href="${url(FEED_PATH)}"/>`,
    `<link rel="alternate" type="text/html" href="${url("/inspiration")}"/>`,
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
    `<id>${entryId(article, publicUrl)}</id>`,
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

/** A permanent id, independent of the guide's domain and the article's title (RFC 4287, section 4.2.6). */
function entryId({ id, uuid }: Entry, publicUrl: string): string {
  return uuid ? `urn:uuid:${uuid}` : escapeXml(new URL(`/inspiration/${id}`, publicUrl).href);
}

function text(element: string, content: string): string {
  return `<${element}>${escapeXml(content)}</${element}>`;
}
