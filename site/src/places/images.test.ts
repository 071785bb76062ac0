import { expect, test } from "vitest";
import { imageSources, photoSources } from "./images";

// R79
test("the image of a place comes before the illustration", () => {
  expect(imageSources({ id: 7, imageUrl: " /media/ab/640.webp ", mainCategory: "cave" })).toEqual([
    "/media/ab/640.webp",
    "/scenes/cave-7.svg",
  ]);
});

test.each([
  null,
  undefined,
  "",
  "  ",
  "https://www.google.com/maps/search/?api=1&query=x",
  "javascript:alert(1)",
  "//elsewhere.example/a.jpg",
])("the illustration replaces the invalid image URL %j", (imageUrl) => {
  expect(imageSources({ id: 7, imageUrl, mainCategory: "cave" })).toEqual(["/scenes/cave-7.svg"]);
});

test.each([
  ["accommodation", "stay"],
  ["food-drink", "food"],
  ["street-food", "streetFood"],
  ["attractions", "karst"],
  ["something-new", "karst"],
  [undefined, "karst"],
])("a place of the category %j has the illustration %s", (mainCategory, kind) => {
  expect(imageSources({ id: 1, mainCategory })).toEqual([`/scenes/${kind}-1.svg`]);
});

test("an image of the media library is found by its URL, with its details", () => {
  const boat = {
    url: "/media/3f9c2a1b-9f86d081884c7d65.jpg",
    width: 700,
    height: 500,
    widths: [320, 640, 700],
    thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI",
    color: "#3a6b58",
    alt: "A boat",
    focalX: 0.5,
    focalY: 0.5,
  };
  const sources = imageSources({
    id: 7,
    imageUrl: ` ${boat.url} `,
    pictures: [boat],
    mainCategory: "cave",
  });
  expect(sources).toEqual([boat, "/scenes/cave-7.svg"]);
  const gallery = ["https://example.org/2.jpg", boat.url];
  expect(photoSources({ imageUrl: null, gallery, pictures: [boat] })).toEqual([gallery[0], boat]);
});

// R78
test("the gallery omits duplicates, empty URLs and links to maps", () => {
  expect(
    photoSources({
      imageUrl: "/media/1.webp",
      gallery: ["/media/1.webp", "", "https://maps.app.goo.gl/x", "https://example.org/2.jpg"],
    }),
  ).toEqual(["/media/1.webp", "https://example.org/2.jpg"]);
});
