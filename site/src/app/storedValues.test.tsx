import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { aComment } from "@/guestbook/anEntry.fixture";
import { publicUrls } from "@/sitemap/urls";
import { rootSitemap } from "@/sitemap/xml";
import { PAGES, article, htmlOf, place, store, type Stored } from "./aGuide.fixture";
import { GET as feed } from "@/app/feed.xml/route";
import { generateMetadata as articleMetadata } from "@/app/inspiration/[id]/page";
import { generateMetadata as placeMetadata } from "@/app/places/[slug]/page";

vi.mock("next/navigation", () => ({
  useRouter: () => ({}),
  useSelectedLayoutSegment: () => null,
  usePathname: () => "/",
  useSearchParams: () => new URLSearchParams(),
  notFound: () => {
    throw new Error("not found");
  },
  permanentRedirect: (path: string) => {
    throw new Error(`redirect to ${path}`);
  },
}));

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** A page's HTML, in which every script is one that the page made, and every JSON-LD is JSON. */
async function html(page: string): Promise<string> {
  const text = await htmlOf(page);
  const scripts = [...text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script/gi)];
  expect(scripts.length, "no script was begun or ended by a stored text").toBe(
    text.match(/<script type="application\/ld\+json">|<script>new URL|<script>var q/g)?.length ?? 0,
  );
  for (const [, attributes = "", data = ""] of scripts) {
    expect(data).not.toContain("<");
    if (attributes) JSON.parse(data);
  }
  return text;
}

const TEXTS = {
  empty: "",
  blank: " \n\u00a0",
  "very long": "Hang Én ".repeat(20_000),
  "of one endless word": "ộ".normalize("NFD").repeat(50_000),
  "of a comment": "a <!-- b --> c <!--<script> d --!>",
  "that ends a script": "</script><script>alert(1)</script>",
  "of half a character": "Cave \ud83c",
  "of controls": "Ca\u0000ve \u001b \u2028 \u2029 \ufffe",
  "of bidi controls": "\u202egnahP\u2066",
  "of a template": "${x} {{x}} %E0%A4%A %s",
  "of a name that objects have": "__proto__",
  "of a property of every object": "constructor",
  "that is no number": "NaN",
  "that is no address": "https://example.com:99999/x.jpg",
  "that is another address": "javascript:alert(1)",
};

describe.each(Object.entries(TEXTS))("a stored text %s", (_, text) => {
  const category = { id: 4, name: text, slug: text, color: text, icon: text, emoji: text };
  const values: Stored = {
    place: {
      ...{ name: text, localName: `${text} `, description: text, address: text, phone: text, website: text },
      ...{ email: text, hours: text, operatingHours: text, imageUrl: text, gallery: [text, `${text}2`] },
      ...{ tags: [text], amenities: [text], priceRange: text, affiliateLink: text, bookingComUrl: text },
      ...{ agodaUrl: text, directBookingContact: text, featuredText: text, googleMapsUrl: text },
      ...{
        sources: [text],
        commune: text,

        reviews: [{ author: text, rating: 5, text }],
      },
      ...{ category, categories: [category], phoneParts: [{ text, href: null }] },
    },
    article: {
      ...{ title: text, author: text, summary: text, mainImageUrl: text, tags: [text], externalUrl: text },
      sources: [text, text],
    },
    entry: {
      ...{ authorName: text, message: text, nationality: text, location: text },
      ...{ comments: [aComment({ authorName: text, comment: text })], commentCount: 1 },
      relatedPlace: { id: 1, name: text, slug: "phong-nha-cave" },
    },
  };
  beforeEach(() => store(values));

  test.each(Object.keys(PAGES))("leaves the %s page whole", async (page) => {
    expect(await html(page)).toContain("<");
  });

  test("leaves titles, feed and sitemap whole", leavesTheRestWhole);
});

describe.each([-1, 0, 91, 181, 5e-324, 1e21, 1e308, null])("a stored number %s", (number) => {
  // Null in a field that always has a number is what the API would make of NaN.
  const value = number as number;
  const point = { latitude: value, longitude: value };
  const values: Stored = {
    place: {
      ...{ ...point, rating: value, reviewCount: value, likeCount: value, lastSeenYear: value },
      reviews: [{ author: "An", rating: value, text: "Good" }],
    },
    article: point,
    entry: { ...point, rating: value, commentCount: value },
  };
  beforeEach(() => store(values));

  test.each(Object.keys(PAGES))("leaves the %s page whole", async (page) => {
    expect(await html(page)).not.toContain("NaN");
  });

  test("leaves titles, feed and sitemap whole", leavesTheRestWhole);
});

describe.each(["", "yesterday", "0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"])(
  "a stored time %j",
  (time) => {
    const created = { createdAt: time, updatedAt: time };
    beforeEach(() =>
      store({
        place: { ...created, checkedAt: time, isVerified: true },
        article: { ...created, publicationDate: time },
        entry: { createdAt: time, comments: [aComment({ createdAt: time })] },
      }),
    );

    test.each(Object.keys(PAGES))("leaves the %s page whole", async (page) => {
      expect(await html(page)).not.toContain("Invalid");
    });

    test("leaves titles, feed and sitemap whole", leavesTheRestWhole);
  },
);

async function leavesTheRestWhole() {
  await placeMetadata(place);
  await articleMetadata(article);
  expect(await (await feed()).text()).not.toMatch(/<script|<!--/);
  expect(rootSitemap(await publicUrls(), "https://guide.test")).toContain("/places/phong-nha-cave<");
}
