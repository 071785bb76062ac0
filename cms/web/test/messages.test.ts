import { afterEach, expect, it, vi } from "vitest";
import compile from "icu-minify/compile";
import { createTranslator, PSEUDO_LOCALE } from "../src/messages";

const MESSAGES = {
  title: "Explore",
  found: "{count, plural, =0 {No places} one {# place} other {# places}} found",
  near: "Places near {name}",
  terms: "Read <link>the {what}</link>.",
  role: "{role, select, admin {Administrator} other {Member}}",
};
const catalog = (messages: Record<string, string>) =>
  Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, compile(message)]));
const t = createTranslator<{
  title: undefined;
  found: { count: number };
  near: { name: string };
  terms: { link: (content: unknown) => unknown; what: string };
  role: { role: string };
}>({ en: catalog(MESSAGES), vi: catalog({ title: "Khám phá" }) });

afterEach(() => vi.unstubAllEnvs());

it("formats plurals, groups of digits, arguments and choices", () => {
  expect([0, 1, 2, 1000, 1234567].map((count) => t("found", { count }))).toEqual([
    "No places found",
    "1 place found",
    "2 places found",
    "1,000 places found",
    "1,234,567 places found",
  ]);
  expect(t("near", { name: "{Phong Nha} <b>" })).toBe("Places near {Phong Nha} <b>");
  expect([t("role", { role: "admin" }), t("role", { role: "owner" })]).toEqual(["Administrator", "Member"]);
});

it("gives the parts of a message with tags", () => {
  const parts = t.rich("terms", { link: (content) => ({ link: content }), what: "terms" });
  expect(parts).toEqual(["Read ", { link: ["the terms"] }, "."]);
});

it("takes the language of the process, a given locale, and English for what a locale lacks", () => {
  expect(t("title")).toBe("Explore");
  vi.stubEnv("LOCALE", "vi");
  expect(t("title")).toBe("Khám phá");
  expect(t("near", { name: "Huế" })).toBe("Places near Huế");
  expect(t("title", undefined, "en")).toBe("Explore");
});

it("brackets every message in the pseudo-locale", () => {
  vi.stubEnv("LOCALE", "pseudo");
  expect(t("found", { count: 2 })).toBe("⟦2 places found⟧");
  expect(t.rich("terms", { link: (content) => content, what: "terms" })).toContain("⟦");
  expect(t("title", undefined, PSEUDO_LOCALE)).toBe("⟦Explore⟧");
});
