import { beforeEach, describe, expect, it } from "vitest";
import { changedFields } from "../src/form/changedFields";
import { copiesOf, forgetCopy, keepCopy, ownCopyKey, readCopy, sweepCopies } from "../src/form/unsavedCopies";

const at = "2026-11-01T08:00:00.000Z";
const copy = { at, base: { name: "Cave" }, values: { name: "Hang Én" } };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe("copies", () => {
  it("are kept under their form's name, and forgotten", () => {
    keepCopy("linh/businesses/7", copy);
    expect(readCopy("linh/businesses/7")).toEqual(copy);
    expect(readCopy("minh/businesses/7")).toBeNull();
    forgetCopy("linh/businesses/7");
    expect(readCopy("linh/businesses/7")).toBeNull();
  });

  it("of one form in two tabs are kept apart, and all of them are found, newest first", () => {
    const first = ownCopyKey("linh/businesses/new");
    expect(ownCopyKey("linh/businesses/new"), "reloaded, a tab is the same").toBe(first);
    keepCopy(first, copy);
    sessionStorage.clear(); // another tab
    const second = ownCopyKey("linh/businesses/new");
    expect(second).not.toBe(first);
    const newer = { ...copy, at: "2026-11-02T08:00:00.000Z", values: { name: "Hang Tối" } };
    keepCopy(second, newer);
    keepCopy(ownCopyKey("linh/businesses/newest"), copy);
    expect(copiesOf("linh/businesses/new")).toEqual([
      { key: second, copy: newer },
      { key: first, copy },
    ]);
  });

  it("go after thirty days, and when they cannot be read; other things stay", () => {
    keepCopy("new", copy);
    keepCopy("old", { ...copy, at: "2026-09-30T08:00:00.000Z" });
    localStorage.setItem("karst.draft.broken", "{");
    localStorage.setItem("theme", "dark");
    sweepCopies(new Date("2026-11-20T08:00:00.000Z"));
    expect(Object.keys(localStorage).sort()).toEqual(["karst.draft.new", "theme"]);
  });

  it("that are enormous are not kept: the browser's room is small", () => {
    keepCopy("huge", { ...copy, values: { name: "a".repeat(600_000) } });
    expect(readCopy("huge")).toBeNull();
  });
});

it("a field that holds something else was changed, lists included", () => {
  const before = { name: "a", tags: ["x"], zoom: 1 };
  expect(changedFields(before, { name: "a", tags: ["x", "y"], zoom: 2 })).toEqual(["tags", "zoom"]);
});
