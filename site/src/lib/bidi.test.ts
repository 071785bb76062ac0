import { expect, test } from "vitest";
import { isolateBidi } from "./bidi";

test.each(["מערה", "كهف (1)", "Cave مغارة", "\u{1e900}"])("%s is isolated in a sentence", (name) => {
  expect(isolateBidi(name)).toBe(`\u2068${name}\u2069`);
});

test.each(["", "Động Phong Nha", "ถ้ำ", "洞", "12 – 3", "🏡"])("%s stays as it is", (name) => {
  expect(isolateBidi(name)).toBe(name);
});
