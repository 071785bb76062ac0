import { expect, test } from "vitest";
import { escapeXml } from "./xml";

test("markup in a text is escaped", () => {
  expect(escapeXml(`]]><a b="c" d='e'>&amp;`)).toBe("]]&gt;&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;");
});

test("forbidden characters are removed; Vietnamese letters and emojis stay", () => {
  expect(escapeXml("Động\u0000 \u000b\uFFFE\uD83C Đường\n🏡")).toBe("Động  Đường\n🏡");
});
