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
