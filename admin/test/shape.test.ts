import { describe, expect, it } from "vitest";
import { checkUpdate } from "@karst/client/check";
import { addressList, categoryIdsOf, reviewsOf, toForm, toText } from "../src/businesses/shape";
import { listOf, listText } from "../src/kit/typed";
import { aPlace } from "./things";

describe("comma text", () => {
  // R134
  it("becomes a list, trimmed, without empty items", () => {
    expect(listOf(" beer, kayak ,, ,zipline,")).toEqual(["beer", "kayak", "zipline"]);
    expect(listOf("  ")).toEqual([]);
  });

  it("preserves a comma inside an address", () => {
    expect(addressList("https://a.test/w_200,h_100/1.jpg, /media/2.webp,/media/3.webp")).toEqual([
      "https://a.test/w_200,h_100/1.jpg",
      "/media/2.webp",
      "/media/3.webp",
    ]);
  });

  it.each([
    ["/a.jpg,/b.jpg", ["/a.jpg", "/b.jpg"]],
    ["https://a.test/1.jpg,https://a.test/2.jpg", ["https://a.test/1.jpg", "https://a.test/2.jpg"]],
    [" , /a.jpg ,, ", ["/a.jpg"]],
    ["one,two", ["one", "two"]],
    ["/a.jpg\n/b.jpg", ["/a.jpg", "/b.jpg"]],
  ])("reads the gallery %j", (text, list) => {
    expect(addressList(text)).toEqual(list);
  });
});

describe("reviews", () => {
  it("are JSON text, or an empty list if blank", () => {
    expect(reviewsOf('[{"author":"Linh","rating":5,"text":"Go early"}]')).toHaveLength(1);
    expect(reviewsOf("  ")).toEqual([]);
  });

  it("stay text if they are not JSON, so that validation rejects them", () => {
    expect(reviewsOf("[{")).toBe("[{");
  });
});

describe("a place in the form", () => {
  it("is unchanged after a round trip", () => {
    const place = aPlace();
    const form = toForm(toText(place)) as Record<string, unknown>;
    for (const [field, value] of Object.entries(form)) {
      expect({ [field]: value }).toEqual({ [field]: place[field as keyof typeof place] });
    }
    expect(Object.keys(form)).toHaveLength(Object.keys(toText()).length);
  });

  it("sends blank text as null, numbers as numbers, and no blank slug", () => {
    const form = toForm({ ...toText(), name: " Hang Én ", latitude: " 17.5 ", rating: "", reviewCount: "3" });
    expect(form).toMatchObject({
      name: "Hang Én",
      latitude: 17.5,
      rating: null,
      reviewCount: 3,
      email: null,
    });
    expect(form).not.toHaveProperty("slug");
  });

  it("accepts coordinates with a decimal comma", () => {
    expect(toForm({ ...toText(), latitude: "17,58137", longitude: " 106,28308 " })).toMatchObject({
      latitude: 17.58137,
      longitude: 106.28308,
    });
  });

  it("passes on invalid numbers as typed", () => {
    expect(toForm({ ...toText(), latitude: "north" }).latitude).toBe("north");
  });

  // R135
  it("falls back to the single category", () => {
    const [category] = aPlace().categories;
    expect(categoryIdsOf({ category, categories: [], categoryIds: [] })).toEqual([category?.id]);
  });
});

describe("lists as text", () => {
  it.each([
    [["bed, breakfast", "boat"]],
    [['a 5" pipe', 'say "hi"', '"quoted"', '"a", "b"']],
    [["one"]],
    [[]],
  ])("reads %j as it was stored", (items) => {
    expect(listOf(listText(items))).toEqual(items);
  });

  it("splits text at commas and line breaks", () => {
    expect(listOf('boat, bed, breakfast\nriver,"bed, lunch", x')).toEqual([
      "boat",
      "bed",
      "breakfast",
      "river",
      "bed, lunch",
      "x",
    ]);
  });

  it("keeps a stored tag with a comma through the form", () => {
    const place = aPlace({
      tags: ["bed, breakfast", "boat"],
      gallery: ["https://example.org/w_1,h_2/a.jpg", "/b.webp"],
    });
    const sent = toForm({ ...toText(place), phone: "1" });
    expect([sent.tags, sent.gallery]).toEqual([place.tags, place.gallery]);
    expect(checkUpdate("PlaceChanges", sent, toForm(toText(place)))).toEqual([]);
    const typed = toForm({ ...toText(place), tags: '"new, tag", "bed, breakfast"' });
    expect(checkUpdate("PlaceChanges", typed, toForm(toText(place))).map(({ field }) => field)).toEqual([
      "tags.0",
    ]);
  });
});

describe("the source of a rating", () => {
  it("defaults to Google, and to none for an older rating", () => {
    expect(toText().ratingSource).toBe("google");
    expect(toText(aPlace({ rating: null, ratingSource: null })).ratingSource).toBe("google");
    expect(toText(aPlace({ rating: 4, ratingSource: null })).ratingSource).toBe("");
    expect(toForm(toText(aPlace({ rating: 4, ratingSource: null }))).ratingSource).toBeNull();
    expect(toForm({ ...toText(), rating: "4.5" }).ratingSource).toBe("google");
    expect(toForm(toText()).ratingSource).toBeNull();
  });
});
