import { createApiClient } from "@karst/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createDataProvider } from "../src/dataProvider";
import { contractResolver } from "@karst/web/contractResolver";
import { isAddress, isOpen, toChanges, toForm, toText, type EntryText } from "../src/guestbook/shape";
import { words } from "../src/guestbook/words";
import { words as moderation } from "../src/moderation/words";
import { moderateEntry, resources } from "../src/resources";
import { scoreLook } from "../src/spam/look";
import { anEntry, answering } from "./things";

vi.mock("../src/api", () => ({ karst: createApiClient({ origin: "http://guide.test" }) }));
afterEach(() => vi.unstubAllGlobals());

const provider = createDataProvider(resources as unknown as Parameters<typeof createDataProvider>[0]);
const entry = anEntry();

describe("the form of an entry", () => {
  /** What the form says about `text`, by field. */
  async function said(text: EntryText) {
    const resolver = contractResolver<EntryText>("AdminEntryRequest", toForm);
    const { errors } = await resolver(text, undefined, { fields: {}, shouldUseNativeValidation: false });
    return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]));
  }

  // R145
  it("asks for author and message, and is created as approved", async () => {
    expect(await said(toText())).toEqual({
      authorName: "Author name is required",
      message: "Message is required",
    });
    expect(toForm(toText(entry))).toMatchObject({ status: "approved", authorName: "Trần Thị Linh" });
  });

  it("counts 1000 characters after NFC, however they were typed", async () => {
    const decomposed = "ộ".normalize("NFD");
    expect(await said({ ...toText(entry), message: decomposed.repeat(1000) })).toEqual({});
    expect(await said({ ...toText(entry), message: "ộ".repeat(1001) })).toEqual({
      message: "Message must be less than 1000 characters",
    });
  });

  // R152
  it("sends null for blank text, for no rating and for no place", () => {
    const cleared = { ...toText(entry), nationality: " ", location: "", rating: "", relatedPlaceId: null };
    expect(toChanges(cleared)).toEqual({
      message: entry.message,
      nationality: null,
      location: null,
      rating: null,
      relatedPlaceId: null,
    });
    expect(toChanges({ ...cleared, rating: "0", relatedPlaceId: 0 })).toMatchObject({
      rating: null,
      relatedPlaceId: null,
    });
  });
});

describe("what is decided", () => {
  // R143
  it("can be moderated while it is pending or spam, not once it is approved or rejected", () => {
    expect((["pending", "spam", "approved", "rejected"] as const).filter(isOpen)).toEqual([
      "pending",
      "spam",
    ]);
  });

  // R150
  it("is shown as danger above 70 and as warning above 40", () => {
    expect([0, 40, 41, 70, 71, 100].map(scoreLook)).toEqual([
      "outline",
      "outline",
      "secondary",
      "secondary",
      "destructive",
      "destructive",
    ]);
  });

  // R149
  it("has a location that is an address or a text", () => {
    expect(isAddress("https://maps.app.goo.gl/x")).toBe(true);
    expect(isAddress("Boat station")).toBe(false);
  });
});

// R173
describe("the guestbook over the API", () => {
  it("has a list for each status", async () => {
    const seen = answering(() => Response.json([entry], { headers: { "X-Total-Count": "7" } }));
    for (const status of ["pending", "approved", "spam", "rejected"]) {
      const page = await provider.getList("guestbook", {
        pagination: { page: 2, perPage: 25 },
        filter: { status, q: "linh" },
      });
      expect(page.total).toBe(7);
    }
    expect(seen.map(({ what }) => what)).toEqual(
      ["pending", "approved", "spam", "rejected"].map(
        (status) => `GET /api/admin/guestbook/${status}?limit=25&offset=25&q=linh`,
      ),
    );
  });

  it("sends a decision with its notes, and an edit for the version that was looked at", async () => {
    const seen = answering(() => Response.json(entry));
    await moderateEntry(12, "rejected", "An advertisement");
    await provider.update("guestbook", {
      id: 12,
      data: toChanges({ ...toText(entry), rating: "4" }),
      previousData: entry,
    });
    expect(seen).toEqual([
      {
        what: "POST /api/admin/guestbook/12/moderate",
        body: '{"status":"rejected","notes":"An advertisement"}',
        ifMatch: null,
      },
      { what: "PUT /api/admin/guestbook/12", body: '{"rating":4}', ifMatch: '"1"' },
    ]);
  });
});

describe("the words of the guestbook and of moderation", () => {
  // R142, R146, R148, R153
  it("name each action, its success and its failure", () => {
    expect(Object.values(words.confirm).map((one) => (typeof one === "string" ? one : one.title))).toEqual([
      "Approve Entry",
      "Reject Entry",
      "Mark as Spam",
      "Cancel",
    ]);
    expect(words.done).toMatchObject({
      create: "Guestbook entry created successfully",
      moderate: "Entry moderated successfully",
      delete: "Entry deleted successfully",
      update: "Entry updated successfully",
    });
    expect(words.failed).toMatchObject({
      create: "Failed to create entry",
      moderate: "Failed to moderate entry",
      delete: "Failed to delete entry",
      update: "Failed to update entry",
    });
    expect(moderation.none).toMatchObject({
      pending: "No pending entries to review!",
      spam: "No spam detected!",
      approved: "No approved entries yet!",
    });
    expect(words.moreComments(3)).toBe("+3 more comments");
  });
});
