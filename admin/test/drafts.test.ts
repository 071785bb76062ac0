import { beforeEach, describe, expect, it } from "vitest";
import { changedFields } from "../src/form/changedFields";
import { draftsOf, forgetDraft, keepDraft, ownDraftKey, readDraft, sweepDrafts } from "../src/form/drafts";

const at = "2026-11-01T08:00:00.000Z";
const draft = { at, base: { name: "Cave" }, values: { name: "Hang Én" } };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe("drafts", () => {
  it("are kept under their form's name, and forgotten", () => {
    keepDraft("linh/businesses/7", draft);
    expect(readDraft("linh/businesses/7")).toEqual(draft);
    expect(readDraft("minh/businesses/7")).toBeNull();
    forgetDraft("linh/businesses/7");
    expect(readDraft("linh/businesses/7")).toBeNull();
  });

  it("of one form in two tabs are kept apart, and all of them are found, newest first", () => {
    const first = ownDraftKey("linh/businesses/new");
    expect(ownDraftKey("linh/businesses/new"), "reloaded, a tab is the same").toBe(first);
    keepDraft(first, draft);
    sessionStorage.clear(); // another tab
    const second = ownDraftKey("linh/businesses/new");
    expect(second).not.toBe(first);
    const newer = { ...draft, at: "2026-11-02T08:00:00.000Z", values: { name: "Hang Tối" } };
    keepDraft(second, newer);
    keepDraft(ownDraftKey("linh/businesses/newest"), draft);
    expect(draftsOf("linh/businesses/new")).toEqual([
      { key: second, draft: newer },
      { key: first, draft },
    ]);
  });

  it("go after thirty days, and when they cannot be read; other things stay", () => {
    keepDraft("new", draft);
    keepDraft("old", { ...draft, at: "2026-09-30T08:00:00.000Z" });
    localStorage.setItem("karst.draft.broken", "{");
    localStorage.setItem("theme", "dark");
    sweepDrafts(new Date("2026-11-20T08:00:00.000Z"));
    expect(Object.keys(localStorage).sort()).toEqual(["karst.draft.new", "theme"]);
  });

  it("that are enormous are not kept: the browser's room is small", () => {
    keepDraft("huge", { ...draft, values: { name: "a".repeat(600_000) } });
    expect(readDraft("huge")).toBeNull();
  });
});

it("a field that holds something else was changed, lists included", () => {
  const before = { name: "a", tags: ["x"], zoom: 1 };
  expect(changedFields(before, { name: "a", tags: ["x", "y"], zoom: 2 })).toEqual(["tags", "zoom"]);
});
