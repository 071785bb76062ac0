import { describe, expect, it } from "vitest";
import { check, schemaOf } from "../src/check";

const cave = { name: "Hang Én", latitude: 17.45, longitude: 106.28, categoryIds: [1] };

/** What the place form says about `cave` with `changes`. */
function said(changes: Record<string, unknown>) {
  return check("PlaceRequest", { ...cave, ...changes });
}

describe("the place form", () => {
  it("takes a place with nothing but what is required", () => {
    expect(check("PlaceRequest", cave)).toEqual([]);
  });

  it("names everything that is missing, required fields first", () => {
    expect(check("PlaceRequest", {})).toEqual([
      { field: "name", message: "Business name is required", code: "required" },
      { field: "latitude", message: "Latitude is required", code: "required" },
      { field: "longitude", message: "Longitude is required", code: "required" },
      { field: "categoryIds", message: "At least one category is required", code: "required" },
    ]);
  });

  it.each([undefined, null, "", "   "])("counts %j as a missing name", (name) => {
    expect(said({ name })).toEqual([
      { field: "name", message: "Business name is required", code: "required" },
    ]);
  });

  it("takes blank text for no value where a field is optional", () => {
    expect(said({ email: "", website: "  ", rating: "", imageUrl: "" })).toEqual([]);
  });

  it("takes numeric strings for numbers, and checks ranges after conversion", () => {
    expect(said({ latitude: "17.59", longitude: " 106.28 " })).toEqual([]);
    expect(said({ latitude: "91" }).map((error) => error.field)).toEqual(["latitude"]);
    expect(said({ latitude: "north" }).map((error) => error.field)).toEqual(["latitude"]);
  });

  it("counts code points after NFC, as people count letters", () => {
    const decomposed = "Động".normalize("NFD");
    const output = schemaOf<typeof cave>("PlaceRequest").parse({ ...cave, name: decomposed });
    expect(output.name).toBe("Động".normalize("NFC"));
    expect(said({ name: "🦇".repeat(200) })).toEqual([]);
    expect(said({ name: "🦇".repeat(201) }).map((error) => error.field)).toEqual(["name"]);
  });

  // R132
  it("has a message for a long and for an invalid image address", () => {
    const field = "imageUrl";
    expect(said({ imageUrl: `https://example.org/${"a".repeat(1000)}` })).toEqual([
      {
        field,
        message: "Image URL must be less than 1000 characters",
        code: "max_length",
        params: { limit: 1000 },
      },
    ]);
    expect(said({ imageUrl: "cave.jpg" })).toEqual([
      {
        field,
        message: "Image URL must be a valid URL or relative path starting with /",
        code: "format",
        params: { format: "image-url" },
      },
    ]);
    expect(said({ imageUrl: "/media/cave.webp" })).toEqual([]);
  });

  it("says where inside a list a fault is", () => {
    const reviews = [{ author: "Linh", rating: "five", text: "Cool" }];
    expect(said({ reviews }).map((error) => error.field)).toEqual(["reviews.0.rating"]);
  });
});

describe("changes to a place", () => {
  it("asks for nothing that is not sent, and refuses to blank what is required", () => {
    expect(check("PlaceChanges", { isActive: false })).toEqual([]);
    expect(check("PlaceChanges", { name: " " })).toEqual([
      { field: "name", message: "Business name is required", code: "required" },
    ]);
  });
});

describe("a form as a zod schema", () => {
  it("carries the sentences and gives the value as it is sent", () => {
    const form = schemaOf("PlaceRequest");
    expect(form.safeParse({}).error?.issues[0]).toMatchObject({
      path: ["name"],
      message: "Business name is required",
    });
    expect(form.parse({ ...cave, latitude: "17.5", email: "" })).toEqual({
      ...cave,
      latitude: 17.5,
      email: null,
    });
  });
});
