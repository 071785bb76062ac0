import { expect, test } from "vitest";
import { inlineJson } from "./inline";

test("a text cannot close its script element, and parses to the same value", () => {
  const value = { name: "</script><script>alert(1)</script><!--" };
  const text = inlineJson(value);
  expect(text).not.toContain("<");
  expect(JSON.parse(text)).toEqual(value);
});
