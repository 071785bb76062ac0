import { expect, test } from "vitest";
import { fillPlaceholders } from "./fill";

const settings = { brand: "Ninh Binh Guide", regionName: "Ninh Binh", contactEmail: "hi@example.org" };

test("placeholders are replaced in nested texts", () => {
  const page = {
    title: "Getting to {region}",
    cities: [{ options: [{ details: "{brand}, {email}" }] }],
    km: 45,
  };
  expect(fillPlaceholders(page, settings)).toEqual({
    title: "Getting to Ninh Binh",
    cities: [{ options: [{ details: "Ninh Binh Guide, hi@example.org" }] }],
    km: 45,
  });
});

test("other braces stay, and replaced text is not filled again", () => {
  expect(fillPlaceholders("{who} {brand}", { ...settings, brand: "{email}" })).toBe("{who} {email}");
});
