import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { aComment } from "@/guestbook/anEntry.fixture";
import { publicUrls } from "@/sitemap/urls";
import { rootSitemap } from "@/sitemap/xml";
import { PAGES, articleProps, placeProps, renderPage, stubApi, type StoredValues } from "./aGuide.fixture";
import { GET as getFeed } from "@/app/feed.xml/route";
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

/** Renders a page and checks that all scripts are the page's own and that its JSON-LD is valid. */
async function renderChecked(page: string): Promise<string> {
  const html = await renderPage(page);
  const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script/gi)];
  expect(scripts.length, "stored text starts or ends no script").toBe(
    html.match(/<script type="application\/ld\+json">|<script>new URL|<script>var q/g)?.length ?? 0,
  );
  for (const [, attributes = "", data = ""] of scripts) {
    expect(data).not.toContain("<");
    if (attributes) JSON.parse(data);
  }
  return html;
}

const TEXTS = {
  empty: "",
  blank: " \n\u00a0",
  "very long": "Hang Én ".repeat(20_000),
  "one very long word": "ộ".normalize("NFD").repeat(50_000),
  "HTML comments": "a <!-- b --> c <!--<script> d --!>",
  "a script end tag": "</script><script>alert(1)</script>",
  "half a surrogate pair": "Cave \ud83c",
  "control characters": "Ca\u0000ve \u001b \u2028 \u2029 \ufffe",
  "bidi controls": "\u202egnahP\u2066",
  "template syntax": "${x} {{x}} %E0%A4%A %s",
  "a prototype name": "__proto__",
  "an inherited property": "constructor",
  "not a number": "NaN",
  "an invalid URL": "https://example.com:99999/x.jpg",
  "a javascript URL": "javascript:alert(1)",
};

describe.each(Object.entries(TEXTS))("stored text: %s", (_, text) => {
  const category = { id: 4, name: text, slug: text, color: text, icon: text, emoji: text };
  const values: StoredValues = {
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
  beforeEach(() => stubApi(values));

  test.each(Object.keys(PAGES))("does not break the %s page", async (page) => {
    expect(await renderChecked(page)).toContain("<");
  });

  test("does not break metadata, feed and sitemap", expectIntactMetadata);
});

describe.each([-1, 0, 91, 181, 5e-324, 1e21, 1e308, null])("stored number: %s", (number) => {
  // The API would serialize NaN as null.
  const value = number as number;
  const point = { latitude: value, longitude: value };
  const values: StoredValues = {
    place: {
      ...{ ...point, rating: value, reviewCount: value, likeCount: value, lastSeenYear: value },
      reviews: [{ author: "An", rating: value, text: "Good" }],
    },
    article: point,
    entry: { ...point, rating: value, commentCount: value },
  };
  beforeEach(() => stubApi(values));

  test.each(Object.keys(PAGES))("does not break the %s page", async (page) => {
    expect(await renderChecked(page)).not.toContain("NaN");
  });

  test("does not break metadata, feed and sitemap", expectIntactMetadata);
});

describe.each(["", "yesterday", "0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"])(
  "stored time: %j",
  (time) => {
    const created = { createdAt: time, updatedAt: time };
    beforeEach(() =>
      stubApi({
        place: { ...created, checkedAt: time, isVerified: true },
        article: { ...created, publicationDate: time },
        entry: { createdAt: time, comments: [aComment({ createdAt: time })] },
      }),
    );

    test.each(Object.keys(PAGES))("does not break the %s page", async (page) => {
      expect(await renderChecked(page)).not.toContain("Invalid");
    });

    test("does not break metadata, feed and sitemap", expectIntactMetadata);
  },
);

async function expectIntactMetadata() {
  await placeMetadata(placeProps);
  await articleMetadata(articleProps);
  expect(await (await getFeed()).text()).not.toMatch(/<script|<!--/);
  expect(rootSitemap(await publicUrls(), "https://guide.test")).toContain("/places/phong-nha-cave<");
}
