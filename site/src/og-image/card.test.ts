import { expect, test } from "vitest";
import { anArticle } from "@/articles/anArticle.fixture";
import { articleCard } from "@/articles/articleImage";
import { aPlace } from "@/places/aPlace.fixture";
import { placeImage } from "@/places/placeImage";
import { cardAddress } from "./card";

const region = { brand: "Phong Nha Guide", regionLine: "Phong Nha, Vietnam", timeZone: "Asia/Ho_Chi_Minh" };
const address = (changes = {}) => cardAddress("/places/x", placeImage(aPlace(changes), region));

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

test("the address of a picture changes with what is to be seen, and with nothing else", () => {
  expect(address()).toMatch(/^\/places\/x\/social\.jpg\?v=[0-9a-f]{12}$/);
  expect(address({ description: "Muddy", version: 9, phone: "1" })).toBe(address());
  const others = [
    { name: "Mud Cave" },
    { localName: null },
    { categories: [] },
    { id: 2 },
    { imageUrl: photo.url, pictures: [photo] },
  ].map(address);
  expect(new Set([address(), ...others]).size).toBe(others.length + 1);
  expect(cardAddress("/", placeImage(aPlace(), region))).toMatch(/^\/social\.jpg\?v=/);
});

test("a card shows the guide's own photograph, and never fetches another's", () => {
  const own = placeImage(
    aPlace({ imageUrl: "https://other.test/x.jpg", gallery: [photo.url], pictures: [photo] }),
    region,
  );
  expect(own.picture).toMatchObject({ url: "/media/a.jpg", focalX: 0.5 });
  for (const imageUrl of ["https://other.test/x.jpg", "/media/unknown.jpg", null]) {
    expect(placeImage(aPlace({ imageUrl }), region).picture).toBe("/scenes/cave-1.svg");
    expect(articleCard(anArticle({ mainImageUrl: imageUrl }), region).picture).toBe("/scenes/cave-40007.svg");
  }
});

test("a card says what it is about", () => {
  expect(placeImage(aPlace(), region)).toMatchObject({
    title: "Phong Nha Cave",
    line: "Động Phong Nha · Phong Nha, Vietnam",
    kind: "Caves",
    color: "#78350F",
  });
  expect(articleCard(anArticle(), region)).toMatchObject({
    title: "Which cave is yours?",
    line: "Linh Trần · January 5, 2026",
    kind: "Inspiration",
  });
});
