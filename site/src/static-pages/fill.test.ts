import { expect, test } from "vitest";
import { fillPlaceholders } from "./fill";

const words = { brand: "Ninh Binh Guide", regionName: "Ninh Binh", contactEmail: "hi@example.org" };

test("the region's words are filled in however deep a text lies", () => {
  const page = {
    title: "Getting to {region}",
    cities: [{ options: [{ details: "{brand}, {email}" }] }],
    km: 45,
  };
  expect(fillPlaceholders(page, words)).toEqual({
    title: "Getting to Ninh Binh",
    cities: [{ options: [{ details: "Ninh Binh Guide, hi@example.org" }] }],
    km: 45,
  });
});

test("other braces stay, and what was filled in is not filled again", () => {
  expect(fillPlaceholders("{who} {brand}", { ...words, brand: "{email}" })).toBe("{who} {email}");
});
