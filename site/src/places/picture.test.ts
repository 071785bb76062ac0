import { expect, test } from "vitest";
import { photographs, pictureSources } from "./picture";

test("a place's own picture is tried before the illustration", () => {
  expect(pictureSources({ id: 7, imageUrl: " /media/ab/640.webp ", mainCategory: "cave" })).toEqual([
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
])("%j is no picture, the illustration stands in", (imageUrl) => {
  expect(pictureSources({ id: 7, imageUrl, mainCategory: "cave" })).toEqual(["/scenes/cave-7.svg"]);
});

test.each([
  ["accommodation", "stay"],
  ["food-drink", "food"],
  ["street-food", "streetFood"],
  ["attractions", "karst"],
  ["something-new", "karst"],
  [undefined, "karst"],
])("%j is illustrated by %s", (mainCategory, kind) => {
  expect(pictureSources({ id: 1, mainCategory })).toEqual([`/scenes/${kind}-1.svg`]);
});

test("the gallery loses repeats, blanks and maps links", () => {
  expect(
    photographs({
      imageUrl: "/media/1.webp",
      gallery: ["/media/1.webp", "", "https://maps.app.goo.gl/x", "https://example.org/2.jpg"],
    }),
  ).toEqual(["/media/1.webp", "https://example.org/2.jpg"]);
});
