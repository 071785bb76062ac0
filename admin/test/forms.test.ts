import { describe, expect, it } from "vitest";
import { isWritable, FIELDS, TABS, tabOf } from "../src/businesses/fields";
import { toForm, toText, type PlaceText } from "../src/businesses/shape";
import { contractResolver } from "@karst/web/contractResolver";

/** What the form says about an empty place with `changes`, by field. */
async function said(changes: Partial<PlaceText>) {
  const body = (text: PlaceText) =>
    Object.fromEntries(Object.entries(toForm(text)).filter(([field]) => isWritable(field)));
  const resolver = contractResolver<PlaceText>("PlaceRequest", body);
  const { errors } = await resolver({ ...toText(), ...changes }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]));
}

const filled = { name: "Hang Én", latitude: "17.5", longitude: "106.2", categoryIds: [4] };

describe("the business form", () => {
  // R130
  it("requires a name, a location and a category", async () => {
    expect(await said({})).toEqual({
      name: "Business name is required",
      latitude: "Latitude is required",
      longitude: "Longitude is required",
      categoryIds: "At least one category is required",
    });
    expect(await said(filled)).toEqual({});
  });

  // R131
  it("accepts valid or empty email addresses and links", async () => {
    const links = ["website", "affiliateLink", "bookingComUrl", "agodaUrl", "googleMapsUrl"] as const;
    const wrong = Object.fromEntries([...links, "email"].map((field) => [field, "nope"]));
    expect(Object.keys(await said({ ...filled, ...wrong })).sort()).toEqual([...links, "email"].sort());
  });

  // R132
  it("has a message for each mistake in an image address", async () => {
    expect(await said({ ...filled, imageUrl: "cave.jpg" })).toEqual({
      imageUrl: "Image URL must be a valid URL or relative path starting with /",
    });
    expect(await said({ ...filled, imageUrl: `/${"a".repeat(1000)}` })).toEqual({
      imageUrl: "Image URL must be less than 1000 characters",
    });
  });

  // R133
  it("accepts ratings from 1 to 5 in tenths, whole counts, and reviews as JSON", async () => {
    expect(await said({ ...filled, rating: "4.7", reviewCount: "12" })).toEqual({});
    for (const rating of ["0.9", "5.1", "4.75", "good"]) {
      expect(Object.keys(await said({ ...filled, rating }))).toEqual(["rating"]);
    }
    for (const reviewCount of ["-1", "1.5"]) {
      expect(Object.keys(await said({ ...filled, reviewCount }))).toEqual(["reviewCount"]);
    }
    for (const reviews of ["nice", "{}", '[{"author":"Linh"}]', "[1]"]) {
      expect(Object.keys(await said({ ...filled, reviews }))).toEqual(["reviews"]);
    }
  });

  it("names the invalid item of a list", async () => {
    const { gallery } = await said({ ...filled, gallery: "/media/1.webp, cave.jpg" });
    expect(gallery).toMatch(/\(item 2\)$/);
  });
});

describe("the tabs", () => {
  it("hold every field of the form exactly once", () => {
    const shown = TABS.flatMap((tab) => FIELDS[tab]);
    expect([...shown].sort()).toEqual(Object.keys(toText()).sort());
  });

  it("are found by their fields", () => {
    expect(tabOf("reviews")).toBe("rating");
    expect(tabOf("unheard")).toBe("information");
  });
});
