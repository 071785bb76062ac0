import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { SocialImage } from "./socialImage";
import { drawSocialImage } from "./draw";

// Satori would draw outlines; the tests read its input. Only the bundler resolves the URLs of the fonts.
vi.mock("satori", () => ({ default: async (drawing: ReactElement) => renderToStaticMarkup(drawing) }));
vi.mock("./fonts", () => ({ TITLE_FAMILY: "title", TEXT_FAMILY: "text", loadFonts: async () => [] }));

const IMAGE: SocialImage = {
  title: "Wind Cave",
  subtitle: "Phong Nha, Vietnam",
  kind: "Caves",
  color: "#78350F",
  brand: "Phong Nha Guide",
  background: "/scenes/cave-1.svg",
};

/** The texts of a social image from top to bottom. */
const lines = async (changes: Partial<SocialImage> = {}) =>
  [...(await drawSocialImage({ ...IMAGE, ...changes })).matchAll(/>([^<>]+)</g)].map(([, text]) => text);

test("a social image has brand, kind, title and subtitle", async () => {
  expect(await lines()).toEqual(["Phong Nha Guide", "Caves", "Wind Cave", "Phong Nha, Vietnam"]);
});

test.each([
  ["Chinese", "風牙洞"],
  ["Korean", "퐁냐 동굴"],
  ["Japanese", "フォンニャ洞窟"],
  ["Lao", "ຖ້ຳພົງຍາ"],
  ["Thai", "ถ้ำพงญา"],
  ["Khmer", "រូងភ្នំ"],
  ["Arabic", "كهف فونغ نها"],
  ["Hebrew", "מערת פונג נה"],
  ["Hindi", "फोंग न्हा गुफा"],
  ["Russian", "Пещера Фонгня"],
  ["two scripts", "Wind Cave ຖ້ຳ"],
])("a social image whose title is in %s has no title line and keeps the others", async (_, title) => {
  expect(await lines({ title })).toEqual(["Phong Nha Guide", "Caves", "Phong Nha, Vietnam"]);
});

test("a social image leaves out each line that its fonts cannot draw", async () => {
  const thai = "ถ้ำ";
  expect(await lines({ title: "Hang Sơn Đoòng", kind: thai, subtitle: `${thai} · Vietnam` })).toEqual([
    "Phong Nha Guide",
    "Hang Sơn Đoòng",
  ]);
  expect(await lines({ title: thai, kind: thai, subtitle: thai, brand: thai })).toEqual([]);
});
