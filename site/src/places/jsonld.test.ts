import { expect, test } from "vitest";
import { aPlace } from "./aPlace.fixture";
import { placeJsonLd } from "./jsonld";

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
  for (const key of ["description", "alternateName", "image", "telephone", "sameAs", "aggregateRating"]) {
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
