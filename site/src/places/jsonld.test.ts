import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { PlaceResponse } from "@karst/client";
import categories from "../../../cms/seeds/categories.json";
import { organizationJsonLd, siteJsonLd } from "@/layout/jsonld";
import { aPlace } from "./aPlace.fixture";
import { listJsonLd, placeJsonLd } from "./jsonld";

const context = {
  page: "https://guide.test/places/phong-nha-cave",
  origin: "https://guide.test",
  region: "Phong Nha, Vietnam",
  timeZone: "Asia/Ho_Chi_Minh",
  now: new Date("2026-11-21T18:00:00Z"),
};

test("a cave is a tourist attraction at its coordinates", () => {
  expect(placeJsonLd(aPlace(), context)).toMatchObject({
    "@type": "TouristAttraction",
    "@id": context.page,
    name: "Phong Nha Cave",
    alternateName: "Động Phong Nha",
    geo: { latitude: 17.58137, longitude: 106.28308 },
    address: { addressLocality: "Phong Nha", addressRegion: "Phong Nha, Vietnam" },
  });
});

test("unknown properties are omitted", () => {
  const document = placeJsonLd(aPlace({ description: null, localName: null, commune: null }), context);
  for (const key of [
    "description",
    "alternateName",
    "image",
    "photo",
    "telephone",
    "sameAs",
    "aggregateRating",
    "amenityFeature",
    "priceRange",
    "isAccessibleForFree",
    "openingHours",
  ]) {
    expect(document).not.toHaveProperty(key);
  }
});

const SOURCES = ["google", "booking", "agoda", "tripadvisor", "facebook", "guide", null] as const;
/** The types that may have ratings: LocalBusiness and its subtypes. */
const RATABLE_TYPES =
  "LocalBusiness LodgingBusiness Restaurant FoodEstablishment SportsActivityLocation AutomatedTeller MedicalClinic " +
  "Pharmacy Store GroceryStore AutoRepair MobilePhoneStore ExerciseGym HealthAndBeautyBusiness";

/** All objects with a type in a document. */
function typedParts(part: unknown): Record<string, unknown>[] {
  if (Array.isArray(part)) return part.flatMap(typedParts);
  if (part === null || typeof part !== "object") return [];
  const inner = Object.values(part).flatMap(typedParts);
  return "@type" in part ? [part as Record<string, unknown>, ...inner] : inner;
}

test("ratings follow Google's rules for review snippets in every category", () => {
  const slugs = [...categories.map(({ slug }) => slug), "of-another-region"];
  const rated = slugs.flatMap((slug) => {
    const category = { id: 1, name: slug, slug, color: null, icon: null, emoji: null };
    const places = SOURCES.flatMap((ratingSource) =>
      [0, 12].map((reviewCount) => ({ categories: [category], rating: 4.5, ratingSource, reviewCount })),
    );
    return places.flatMap((changes) => {
      const place = aPlace({ ...changes, reviews: [{ author: "An", rating: 5, text: "Good" }] });
      const parts = typedParts(placeJsonLd(place, context));
      expect(parts.flatMap((part) => ("review" in part ? [part] : []))).toEqual([]);
      return parts.filter((part) => "aggregateRating" in part).map((part) => ({ part, ...changes }));
    });
  });
  expect(rated.length).toBeGreaterThan(5);
  for (const { part, ratingSource, reviewCount } of rated) {
    expect(RATABLE_TYPES.split(" ")).toContain(part["@type"]);
    expect(part.name).toBeTruthy();
    // Google allows only ratings by the site's own users.
    expect(ratingSource).toBe("guide");
    expect(reviewCount).toBeGreaterThan(0);
    expect(part.aggregateRating).toEqual({
      "@type": "AggregateRating",
      ratingValue: 4.5,
      reviewCount,
      bestRating: 5,
      worstRating: 1,
    });
  }
});

test("only places have ratings", () => {
  const settings = {
    brand: "G",
    tagline: "",
    publicUrl: context.origin,
    contactEmail: "",
    social: {} as never,
  };
  const documents = [
    siteJsonLd(settings),
    organizationJsonLd(settings),
    listJsonLd([aPlace({ rating: 5 })], context.origin),
  ];
  for (const part of typedParts(documents)) {
    expect(part).not.toHaveProperty("aggregateRating");
    expect(part).not.toHaveProperty("review");
  }
});

test.each([
  "https://example.com:99999/x.jpg",
  "https://<bucket>.s3.amazonaws.com/x.jpg",
  "https://ex%20ample.com/x.jpg",
  "https://[img]/x.jpg",
  "https://",
])("an image URL that cannot be parsed is omitted: %s", (invalid) => {
  const place = aPlace({
    imageUrl: invalid,
    gallery: [invalid, "/media/2.webp"],
    website: invalid,
    googleMapsUrl: invalid,
  });
  const document = placeJsonLd(place, context);
  expect(document).toMatchObject({ image: ["https://guide.test/media/2.webp"] });
  expect(JSON.stringify(document)).not.toContain(JSON.stringify(invalid));
});

test("image URLs are absolute", () => {
  expect(placeJsonLd(aPlace({ imageUrl: "/media/1.webp" }), context)).toMatchObject({
    image: ["https://guide.test/media/1.webp"],
  });
});

test("a place of an unknown category has the type Place", () => {
  expect(placeJsonLd(aPlace({ categories: [] }), context)).toMatchObject({ "@type": "Place" });
});

// R209
test("opening hours are the regular week and special days", () => {
  const day = [[480, 1020]];
  const regular = [day, day, day, day, day, [[1080, 1560]], []];
  const opening = {
    weeks: [
      { from: "2026-11-16", days: regular },
      { from: "2027-02-08", days: regular.map(() => []) },
      { from: "2027-02-15", days: regular },
    ],
    until: "2027-12-20",
  };
  expect(placeJsonLd(aPlace({ opening }), context)).toMatchObject({
    openingHoursSpecification: [
      {
        "@type": "OpeningHoursSpecification",
        dayOfWeek: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
        opens: "08:00",
        closes: "17:00",
      },
      { dayOfWeek: ["Saturday"], opens: "18:00", closes: "02:00" },
      { validFrom: "2027-02-08", validThrough: "2027-02-13", opens: "00:00", closes: "00:00" },
    ],
  });
  expect(placeJsonLd(aPlace(), context)).not.toHaveProperty("openingHoursSpecification");
});

// R492
test("a closed alert is a special day without hours, for seven days if its end is unknown", () => {
  const alert = { id: 3, text: "Closed", source: null, sourceUrl: null, startsAt: "2026-11-19T18:00:00Z" };
  const closed = { ...alert, level: "closed" as const, endsAt: "2026-11-25T17:00:00Z" };
  const open = { ...alert, level: "closed" as const, endsAt: null };
  const alerts = [closed, open, { ...open, level: "danger" as const }];
  expect(placeJsonLd(aPlace({ alerts }), context)).toMatchObject({
    specialOpeningHoursSpecification: [
      { validFrom: "2026-11-20", validThrough: "2026-11-25", opens: "00:00", closes: "00:00" },
      { validFrom: "2026-11-20", validThrough: "2026-11-29", opens: "00:00", closes: "00:00" },
    ],
  });
  expect(placeJsonLd(aPlace({ alerts: alerts.slice(2) }), context)).not.toHaveProperty(
    "specialOpeningHoursSpecification",
  );
});

const homestay = [{ id: 9, name: "Stay", slug: "accommodation", color: null, icon: null, emoji: null }];

test("a business has a price and an email address, a cave has neither", () => {
  const facts = { priceRange: "$$", email: "hi@stay.test", amenities: ["Wi-Fi", "Pool"] };
  expect(placeJsonLd(aPlace({ ...facts, categories: homestay }), context)).toMatchObject({
    "@type": "LodgingBusiness",
    priceRange: "$$",
    email: "hi@stay.test",
    amenityFeature: [{ name: "Wi-Fi", value: true }, { name: "Pool" }],
  });
  const cave = placeJsonLd(aPlace(facts), context);
  expect(cave).not.toHaveProperty("priceRange");
  expect(cave).not.toHaveProperty("email");
});

// R532
test("only a business makes offers, with its prices for everyone that are not out of date", () => {
  const price = {
    ...{ label: null, amount: 80000, amountTo: null, currency: "VND" },
    audience: "everyone" as const,
  };
  const prices: PlaceResponse["prices"] = [
    { ...price, label: "Dorm bed", amountTo: 120000, per: "night", checkedAt: "2026-03" },
    { ...price, per: null, checkedAt: "2025-05-22" },
    { ...price, per: null, checkedAt: "2025-05-21" },
    { ...price, per: null, audience: "local", checkedAt: "2026-03" },
  ];
  const home = placeJsonLd(aPlace({ prices, categories: homestay }), context) as unknown as {
    makesOffer: object[];
  };
  expect(home.makesOffer).toEqual([
    {
      "@type": "Offer",
      name: "Dorm bed",
      description: "From ₫80,000 to ₫120,000 per night",
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        ...{ minPrice: 80000, maxPrice: 120000, priceCurrency: "VND", unitText: "night" },
      },
    },
    {
      "@type": "Offer",
      description: "₫80,000",
      priceSpecification: { "@type": "UnitPriceSpecification", price: 80000, priceCurrency: "VND" },
    },
  ]);
  expect(placeJsonLd(aPlace({ prices }), context)).not.toHaveProperty("makesOffer");
  const both = aPlace({ prices, priceRange: "$$", categories: homestay });
  expect(placeJsonLd(both, context)).not.toHaveProperty("priceRange");
});

test("a photo has its credit and license", () => {
  const image = {
    ...{
      id: 1,
      url: "/media/a.jpg",
      width: 4000,
      height: 3000,
      widths: [320],
      thumbhash: "",
      color: "#000000",
    },
    ...{ alt: "A boat", caption: null, credit: "Linh Trần", licence: "CC BY 4.0", focalX: 0.5, focalY: 0.5 },
  };
  const other = { ...image, url: "/media/b.jpg" };
  expect(placeJsonLd(aPlace({ imageUrl: image.url, pictures: [image, other] }), context)).toMatchObject({
    photo: [
      {
        contentUrl: "https://guide.test/media/a.jpg",
        caption: "A boat",
        creditText: "Linh Trần",
        license: "https://creativecommons.org/licenses/by/4.0/",
      },
    ],
  });
});

test("a list of places has their URLs in order", () => {
  const list = listJsonLd([aPlace(), aPlace({ slug: "dark-cave", name: "Dark Cave" })], context.origin);
  expect(list).toMatchObject({
    "@type": "ItemList",
    numberOfItems: 2,
    itemListElement: [
      { position: 1 },
      { position: 2, name: "Dark Cave", url: "https://guide.test/places/dark-cave" },
    ],
  });
});

test("opening hours of two days are two specifications", () => {
  const { cases } = JSON.parse(
    readFileSync(new URL("../../../cms/tests/golden/opening_hours.json", import.meta.url), "utf8"),
  ) as { cases: { hours: string; opening?: PlaceResponse["opening"] }[] };
  const { opening } = cases.find(({ hours }) => hours === "Fr 08:00-24:00; Sa 00:00-20:00")!;
  const { openingHoursSpecification } = placeJsonLd(aPlace({ opening: opening! }), context) as unknown as {
    openingHoursSpecification: unknown[];
  };
  expect(openingHoursSpecification).toEqual([
    { "@type": "OpeningHoursSpecification", dayOfWeek: ["Friday"], opens: "08:00", closes: "23:59" },
    { "@type": "OpeningHoursSpecification", dayOfWeek: ["Saturday"], opens: "00:00", closes: "20:00" },
  ]);
});
