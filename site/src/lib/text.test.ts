import { expect, test } from "vitest";
import { claimable, excerpt } from "./text";

test("a short text stays whole, a blank one is nothing", () => {
  expect(excerpt("A river cave.", 40)).toBe("A river cave.");
  expect(excerpt("  \n ", 40)).toBeNull();
  expect(excerpt(null, 40)).toBeNull();
});

test("a long text ends between words", () => {
  expect(excerpt("A river cave, seven kilometers long, seen by boat", 24)).toBe("A river cave, seven…");
});

test("a text of one endless word is cut anyway", () => {
  expect(excerpt("a".repeat(50), 10)).toBe(`${"a".repeat(10)}…`);
});

test.each([
  ["an emoji of several", "👩‍👩‍👧‍👦".repeat(4)],
  ["a flag", "🇻🇳".repeat(10)],
  ["a letter with marks of its own", "ộ".normalize("NFD").repeat(12)],
  ["a skin tone", "👍🏽".repeat(10)],
])("a text is never cut within %s", (_, text) => {
  for (let max = 12; max <= 20; max += 1) {
    const cut = excerpt(text, max)!.slice(0, -1);
    const whole = [...new Intl.Segmenter("en").segment(text)].map(({ segment }) => segment);
    expect(text.startsWith(cut) && cut.length <= max).toBe(true);
    expect([...new Intl.Segmenter("en").segment(cut)].every(({ segment }) => whole.includes(segment))).toBe(
      true,
    );
    expect(cut.isWellFormed?.() ?? true).toBe(true);
  }
});

test.each([
  [9, null],
  [10, 10],
  [50, 50],
  [99, 90],
  [100, 100],
  [146, 100],
  [1234, 1200],
])("of %d verified places %s are claimed", (count, claim) => {
  expect(claimable(count)).toBe(claim);
});
