import { expect, test } from "vitest";
import { anArticle } from "@/articles/anArticle.fixture";
import { articleImage } from "@/articles/articleImage";
import { aPlace } from "@/places/aPlace.fixture";
import { placeImage } from "@/places/placeImage";
import { socialImageUrl } from "./socialImage";

const region = { brand: "Phong Nha Guide", regionLine: "Phong Nha, Vietnam", timeZone: "Asia/Ho_Chi_Minh" };
const urlFor = (changes = {}) => socialImageUrl("/places/x", placeImage(aPlace(changes), region));

const photo = {
  ...{
    id: 1,
    url: "/media/a.jpg",
    width: 4000,
    height: 3000,
    widths: [320],
    thumbhash: "",
    color: "#000000",
  },
  ...{ alt: "A boat", caption: null, credit: null, licence: null, focalX: 0.5, focalY: 0.5 },
};

test("the URL of a social image changes with its visible content only", () => {
  expect(urlFor()).toMatch(/^\/places\/x\/social\.jpg\?v=[0-9a-f]{12}$/);
  expect(urlFor({ description: "Muddy", version: 9, phone: "1" })).toBe(urlFor());
  const changedUrls = [
    { name: "Mud Cave" },
    { localName: null },
    { categories: [] },
    { id: 2 },
    { imageUrl: photo.url, pictures: [photo] },
  ].map(urlFor);
  expect(new Set([urlFor(), ...changedUrls]).size).toBe(changedUrls.length + 1);
  expect(socialImageUrl("/", placeImage(aPlace(), region))).toMatch(/^\/social\.jpg\?v=/);
});

test("a social image uses an image of the guide and never another URL", () => {
  const withPhoto = placeImage(
    aPlace({ imageUrl: "https://other.test/x.jpg", gallery: [photo.url], pictures: [photo] }),
    region,
  );
  expect(withPhoto.background).toMatchObject({ url: "/media/a.jpg", focalX: 0.5 });
  for (const imageUrl of ["https://other.test/x.jpg", "/media/unknown.jpg", null]) {
    expect(placeImage(aPlace({ imageUrl }), region).background).toBe("/scenes/cave-1.svg");
    expect(articleImage(anArticle({ mainImageUrl: imageUrl }), region).background).toBe(
      "/scenes/cave-40007.svg",
    );
  }
});

test("a social image has title, subtitle and kind", () => {
  expect(placeImage(aPlace(), region)).toMatchObject({
    title: "Phong Nha Cave",
    subtitle: "Động Phong Nha · Phong Nha, Vietnam",
    kind: "Caves",
    color: "#78350F",
  });
  expect(articleImage(anArticle(), region)).toMatchObject({
    title: "Which cave is yours?",
    subtitle: "Linh Trần · January 5, 2026",
    kind: "Inspiration",
  });
});
