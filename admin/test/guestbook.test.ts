import { createApiClient } from "@karst/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { truncate } from "@karst/web/text";
import { contractResolver } from "@karst/web/contractResolver";
import { createDataProvider } from "../src/dataProvider";
import { isUndecided, isUrl, toChanges, toForm, toText, type EntryText } from "../src/guestbook/shape";
import { t } from "../src/messages/guestbook.gen";
import { t as tModeration } from "../src/messages/moderation.gen";
import { moderateEntry, resources } from "../src/resources";
import { scoreLook } from "../src/spam/look";
import { anEntry, answering } from "./things";

vi.mock("../src/api", () => ({ karst: createApiClient({ origin: "http://guide.test" }) }));
afterEach(() => vi.unstubAllGlobals());

const provider = createDataProvider(resources as unknown as Parameters<typeof createDataProvider>[0]);
const entry = anEntry();

describe("the form of an entry", () => {
  /** The error messages of the form by field. */
  async function errorsOf(text: EntryText) {
    const resolver = contractResolver<EntryText>("AdminEntryRequest", toForm);
    const { errors } = await resolver(text, undefined, { fields: {}, shouldUseNativeValidation: false });
    return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]));
  }

  // R145
  it("requires author and message, and creates an approved entry", async () => {
    expect(await errorsOf(toText())).toEqual({
      authorName: "Author name is required",
      message: "Message is required",
    });
    expect(toForm(toText(entry))).toMatchObject({ status: "approved", authorName: "Trần Thị Linh" });
  });

  it("counts 1000 characters after NFC normalization", async () => {
    const decomposed = "ộ".normalize("NFD");
    expect(await errorsOf({ ...toText(entry), message: decomposed.repeat(1000) })).toEqual({});
    expect(await errorsOf({ ...toText(entry), message: "ộ".repeat(1001) })).toEqual({
      message: "Message must be less than 1000 characters",
    });
  });

  // R152
  it("sends null for blank text, no rating and no place", () => {
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

describe("an entry", () => {
  // R143
  it("can be moderated while it is pending or spam, not once it is approved or rejected", () => {
    expect((["pending", "spam", "approved", "rejected"] as const).filter(isUndecided)).toEqual([
      "pending",
      "spam",
    ]);
  });

  // R150
  it("has a destructive spam badge above 70 and a secondary one above 40", () => {
    expect([0, 40, 41, 70, 71, 100].map(scoreLook)).toEqual([
      "outline",
      "outline",
      "secondary",
      "secondary",
      "destructive",
      "destructive",
    ]);
  });

  // R142
  it("is quoted with its first 100 graphemes", () => {
    expect(truncate("a".repeat(100), 100)).toBe("a".repeat(100));
    expect(truncate("a".repeat(101), 100)).toBe(`${"a".repeat(100)}…`);
    expect(truncate("👩‍👩‍👧ộ".normalize("NFD").repeat(2), 3)).toBe("👩‍👩‍👧ộ👩‍👩‍👧…".normalize("NFD"));
  });

  // R149
  it("has a location that is a URL or text", () => {
    expect(isUrl("https://maps.app.goo.gl/x")).toBe(true);
    expect(isUrl("Boat station")).toBe(false);
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

  it("sends a decision with its notes, and an edit with the version", async () => {
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

describe("the texts of the guestbook and of moderation", () => {
  // R142, R146, R148, R153
  it("name each action, its success and its failure", () => {
    const decisions = ["approved", "rejected", "spam"] as const;
    expect(decisions.map((decision) => t(`confirm.${decision}.title`))).toEqual([
      "Approve Entry",
      "Reject Entry",
      "Mark as Spam",
    ]);
    const actions = ["create", "moderate", "delete", "update"] as const;
    expect(actions.map((action) => t(`done.${action}`))).toEqual([
      "Guestbook entry created successfully",
      "Entry moderated successfully",
      "Entry deleted successfully",
      "Entry updated successfully",
    ]);
    expect(actions.map((action) => t(`failed.${action}`))).toEqual([
      "Failed to create entry",
      "Failed to moderate entry",
      "Failed to delete entry",
      "Failed to update entry",
    ]);
    const tabs = ["pending", "spam", "approved"] as const;
    expect(tabs.map((tab) => tModeration(`none.${tab}.title`))).toEqual([
      "No pending entries to review!",
      "No spam detected!",
      "No approved entries yet!",
    ]);
    expect(t("moreComments", { count: 3 })).toBe("+3 more comments");
  });
});
