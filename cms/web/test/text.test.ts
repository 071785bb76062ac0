import { expect, test } from "vitest";
import { excerpt, truncate } from "../src/text";

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
    const cut = excerpt(text, max)!.replace(/…$/, "");
    const whole = [...new Intl.Segmenter("en").segment(text)].map(({ segment }) => segment);
    expect(text.startsWith(cut)).toBe(true);
    expect([...new Intl.Segmenter("en").segment(cut)].every(({ segment }) => whole.includes(segment))).toBe(
      true,
    );
    expect(cut).not.toMatch(/\p{Surrogate}/u);
  }
});

// R142
test("a text is truncated after exactly the given number of graphemes", () => {
  expect(truncate("a".repeat(100), 100)).toBe("a".repeat(100));
  expect(truncate("a".repeat(101), 100)).toBe(`${"a".repeat(100)}…`);
  expect(truncate("👩‍👩‍👧ộ".normalize("NFD").repeat(2), 3)).toBe("👩‍👩‍👧ộ👩‍👩‍👧…".normalize("NFD"));
});
