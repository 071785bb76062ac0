import type { RevisionItem } from "@karst/client";
import { describe, expect, it } from "vitest";
import { authorOf, changesOf } from "../src/history/author";
import { compareTexts, differences } from "../src/history/compare";
import { htmlText } from "../src/history/htmlText";
import { changedLabels, fieldLabel, isContent, isRestorable } from "../src/history/kinds";
import { imagesOf, textOf } from "../src/history/values";
import { aPlace, anArticle } from "./things";

const PLACE = { kind: "businesses", id: "7" } as const;

const item = (changes: Partial<RevisionItem>): RevisionItem => ({
  number: 3,
  createdAt: "2026-11-03T01:10:00.000Z",
  accountId: null,
  accountName: null,
  action: "updatePlace",
  changedFields: ["phone"],
  note: null,
  isPinned: false,
  ...changes,
});

/** The changed parts of two texts, with signs. */
const signs = (before: string, after: string) =>
  compareTexts([before, after])!
    .filter(({ change }) => change !== "none")
    .map(({ text, change }) => (change === "added" ? `+${text}` : `-${text}`));

describe("two texts", () => {
  it("are compared word by word, also in Vietnamese", () => {
    expect(signs("The dry cave", "The wet cave")).toEqual(["-dry", "+wet"]);
    expect(signs("Động Thiên Đường đẹp", "Động Phong Nha đẹp")).toEqual([
      "-Thiên",
      "+Phong",
      "-Đường",
      "+Nha",
    ]);
    expect(signs("đò", "đồ")).toEqual(["-đò", "+đồ"]);
    expect(signs("", "New")).toEqual(["+New"]);
  });

  it("keep all of both texts", () => {
    const texts: [string, string] = ["One two\n\nthree <b>four</b>", "One\n\ntwo three five"];
    const parts = compareTexts(texts)!;
    const without = (change: string) =>
      parts.filter((part) => part.change !== change).map(({ text }) => text);
    expect([without("added").join(""), without("removed").join("")]).toEqual(texts);
  });
});

describe("two long texts with nothing in common", () => {
  it("are not compared word by word", () => {
    const words = (start: number) => Array.from({ length: 20_000 }, (_, at) => start + at).join(" ");
    expect(compareTexts([words(0), words(50_000)])).toBeNull();
  });
});

describe("HTML as text", () => {
  it("has paragraphs, items, addresses of links and descriptions of images", () => {
    const html =
      '<h2>By boat</h2>\n<p>Boats\nleave <a href="/explore">here</a>.<br>Early.</p>' +
      '<ul><li><p>One</p></li><li>Two</li></ul><figure><img src="/media/1.webp" alt="A raft"></figure>' +
      "<table><tr><th>Day</th><td>7:00</td></tr></table>";
    expect(htmlText(html)).toBe(
      "By boat\n\nBoats leave here (/explore).\nEarly.\n\n• One\n\n• Two\n\n[Image: A raft]\n\nDay · 7:00",
    );
  });

  it("neither runs nor loads anything, and shows scripts as text", () => {
    const html = '<p>Safe</p><script>window.ran = true</script><img src="x" onerror="window.ran = true">';
    expect(htmlText(html)).toContain("window.ran = true");
    expect("ran" in window).toBe(false);
    expect(textOf("description", { description: html })).toBe(html);
  });
});

describe("the differences of two versions", () => {
  const current = { ...aPlace() };

  it("are the fields of the form that differ, in its order", () => {
    const before = { ...current, tags: ["boat"], phone: null, updatedAt: "2020-01-01T00:00:00Z", version: 1 };
    const found = differences(PLACE, [before, current], current);
    expect(found.map(({ field, label, texts }) => [field, label, ...texts])).toEqual([
      ["phone", "Phone", "", "+84 1"],
      ["tags", "Tags", "boat", "camping\ntour"],
    ]);
  });

  it("are none between the same keys in another order", () => {
    const page = { title: "Help", questions: [{ question: "How?", answer: "So." }] };
    const stored = { questions: [{ answer: "So.", question: "How?" }], title: "Help" };
    expect(differences({ kind: "pages", id: "help" }, [stored, page], page)).toEqual([]);
    expect(textOf("questions", stored)).toBe("How? · So.");
  });

  it("are none between composed and decomposed letters", () => {
    const before = { ...current, localName: current.localName?.normalize("NFD") };
    expect(before.localName).not.toBe(current.localName);
    expect(differences(PLACE, [before, current], current)).toEqual([]);
  });

  it("contain fields that no longer exist, and leave out those that did not exist yet", () => {
    const { priceRange: _, ...before } = { ...current, phone: "1", mood: "quiet", checkedAt: null };
    const found = differences(PLACE, [before, current], current);
    expect(found.map(({ field, label, isUnused }) => [field, label, isUnused])).toEqual([
      ["phone", "Phone", false],
      ["mood", "Mood", true],
    ]);
  });

  it("are none of an article's derived fields", () => {
    const article = { ...anArticle() };
    const before = {
      ...article,
      contentHtml: "<p>Old</p>",
      liveSince: null,
      standing: "scheduled",
    };
    const found = differences({ kind: "articles", id: "3" }, [before, article], article);
    expect(found.map(({ field }) => field)).toEqual(["contentHtml"]);
  });

  it("show images by their descriptions or file names", () => {
    const pictures = [{ url: "/media/en.webp", alt: "Swallows" }];
    expect(imagesOf("imageUrl", { imageUrl: "/media/en.webp", pictures })).toEqual([
      { url: "/media/en.webp", name: "Swallows" },
    ]);
    expect(imagesOf("gallery", { gallery: ["https://example.org/hang%20t%E1%BB%91i.jpg?w=9"] })).toEqual([
      { url: "https://example.org/hang%20t%E1%BB%91i.jpg?w=9", name: "hang tối.jpg" },
    ]);
    expect(imagesOf("imageUrl", { imageUrl: null })).toEqual([]);
    expect(imagesOf("phone", { phone: "1" })).toBeNull();
  });
});

it("shows values in the words of the form", () => {
  const categories = [{ id: 4, name: "Caves" }];
  expect(textOf("categoryIds", { categoryIds: [4, 9], categories })).toBe("Caves\n#9");
  expect(textOf("isActive", { isActive: false })).toBe("No");
  expect(textOf("coordinateConfidence", { coordinateConfidence: "village-level" })).toBe("Village only");
  expect(textOf("reviews", { reviews: [{ author: "Linh", rating: 5, text: "Wow" }] })).toBe("Linh · 5 · Wow");
  expect(textOf("prices", { prices: aPlace().prices })).toBe(
    "Boat · 150,000–300,000 VND · Boat · Adults · 2026-03",
  );
  const cities = [{ name: "Hanoi", distanceKm: 500, options: [{ type: "Train" }, { type: "Bus" }] }];
  expect(textOf("cities", { cities })).toBe("Hanoi · 500\nTrain\nBus");
  expect(textOf("cities", { cities: [{ name: "Hue", prices: aPlace().prices }] })).toBe(
    "Hue\nBoat · 150,000–300,000 VND · Boat · Adults · 2026-03",
  );
  const publicationDate = "2026-11-20T01:30:15.250Z";
  expect(textOf("publicationDate", { publicationDate }, { zone: "Asia/Ho_Chi_Minh" })).toBe(
    "Fri, Nov 20, 2026, 08:30",
  );
});

it("has the labels of the forms", () => {
  expect(fieldLabel("businesses", "googleMapsUrl")).toBe("Google Maps link");
  expect(fieldLabel("articles", "mainImageUrl")).toBe("Image");
  expect(fieldLabel("articles", "slug")).toBe("Page address");
  expect(fieldLabel("categories", "slug")).toBe("Page address");
  expect(fieldLabel("pages", "around")).toBe("Getting around");
  expect(fieldLabel("settings", "whatIs")).toBe("Home: about the guide");
  expect(fieldLabel("businesses", "oldMoodUrl")).toBe("Old mood URL");
  expect(changedLabels("businesses", ["isVerified", "checkedAt", "checkedBy"])).toEqual([
    "Location verified",
  ]);
});

it("says who saved a version and what it changed", () => {
  const author = (changes: Partial<RevisionItem>, isAdmin = true) => authorOf(item(changes), isAdmin);
  expect(author({ accountId: "u1", accountName: "Linh Trần" })).toBe("Linh Trần");
  expect(author({ accountId: "u1" })).toBe("Deleted account");
  expect(author({ action: "badge expired" })).toBe("Scheduled action");
  expect(author({ action: "unpublished" })).toBe("Scheduled action");
  expect(author({ action: "seed" })).toBe("Command line");
  expect(author({}, false)).toBe("The team");
  expect(author({ action: null })).toBe("Author not recorded");
  const changes = (of: Partial<RevisionItem>) => changesOf("businesses", item(of));
  expect(changes({ changedFields: ["phone", "hours"] })).toBe("Changed: Phone and Opening hours in words");
  expect(changes({ action: "restoreRevision" })).toBe("Restored: Phone");
  expect(changes({ action: "createPlace", changedFields: null })).toBe("Created");
  expect(changes({ action: null, changedFields: null })).toBe("State before the first recorded save");
});

it("offers content for restoring, and neither the owner nor the badge", () => {
  expect(["name", "contentHtml", "slug", "isActive", "unpublishAt"].filter(isContent)).toEqual([
    "name",
    "contentHtml",
  ]);
  expect(
    ["phone", "ownerId", "isVerified", "rating"].filter((field) => isRestorable("businesses", field, true)),
  ).toEqual(["phone", "rating"]);
  expect(["phone", "rating"].filter((field) => isRestorable("businesses", field, false))).toEqual(["phone"]);
});
