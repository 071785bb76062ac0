import { expect, test } from "vitest";
import { aPlace } from "./aPlace.fixture";
import { listJsonLd, placeJsonLd } from "./jsonld";

const around = {
  page: "https://guide.test/places/phong-nha-cave",
  origin: "https://guide.test",
  region: "Phong Nha, Vietnam",
};

test("a cave is a tourist attraction at its coordinates", () => {
  expect(placeJsonLd(aPlace(), around)).toMatchObject({
    "@type": "TouristAttraction",
    "@id": around.page,
    name: "Phong Nha Cave",
    alternateName: "Động Phong Nha",
    geo: { latitude: 17.58137, longitude: 106.28308 },
    address: { addressLocality: "Phong Nha", addressRegion: "Phong Nha, Vietnam" },
  });
});

test("what is not known is not claimed", () => {
  const bare = placeJsonLd(aPlace({ description: null, localName: null, commune: null }), around);
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
    expect(bare).not.toHaveProperty(key);
  }
});

test("a rating counts only with its reviews", () => {
  expect(placeJsonLd(aPlace({ rating: 4.5, reviewCount: 0 }), around)).not.toHaveProperty("aggregateRating");
  expect(placeJsonLd(aPlace({ rating: 4.5, reviewCount: 12 }), around)).toMatchObject({
    aggregateRating: { ratingValue: 4.5, reviewCount: 12 },
  });
});

test("pictures are absolute", () => {
  expect(placeJsonLd(aPlace({ imageUrl: "/media/1.webp" }), around)).toMatchObject({
    image: ["https://guide.test/media/1.webp"],
  });
});

test("a new category is a plain place", () => {
  expect(placeJsonLd(aPlace({ categories: [] }), around)).toMatchObject({ "@type": "Place" });
});

test("B9: opening hours are the usual week, and the days that are otherwise", () => {
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
  expect(placeJsonLd(aPlace({ opening }), around)).toMatchObject({
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
  expect(placeJsonLd(aPlace(), around)).not.toHaveProperty("openingHoursSpecification");
});

const homestay = [{ id: 9, name: "Stay", slug: "accommodation", color: null, icon: null, emoji: null }];

test("what somebody runs has a price and a mailbox, a cave has neither", () => {
  const facts = { priceRange: "$$", email: "hi@stay.test", amenities: ["Wi-Fi", "Pool"] };
  expect(placeJsonLd(aPlace({ ...facts, categories: homestay }), around)).toMatchObject({
    "@type": "LodgingBusiness",
    priceRange: "$$",
    email: "hi@stay.test",
    amenityFeature: [{ name: "Wi-Fi", value: true }, { name: "Pool" }],
  });
  const cave = placeJsonLd(aPlace(facts), around);
  expect(cave).not.toHaveProperty("priceRange");
  expect(cave).not.toHaveProperty("email");
});

test("a photograph says who made it and on which terms", () => {
  const picture = {
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
  const other = { ...picture, url: "/media/b.jpg" };
  expect(placeJsonLd(aPlace({ imageUrl: picture.url, pictures: [picture, other] }), around)).toMatchObject({
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

test("a list of places says where each is, in its order", () => {
  const list = listJsonLd([aPlace(), aPlace({ slug: "dark-cave", name: "Dark Cave" })], around.origin);
  expect(list).toMatchObject({
    "@type": "ItemList",
    numberOfItems: 2,
    itemListElement: [
      { position: 1 },
      { position: 2, name: "Dark Cave", url: "https://guide.test/places/dark-cave" },
    ],
  });
});
