import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { SocialImage } from "./socialImage";
import { drawSocialImage } from "./draw";

// The library would draw outlines; here its input is read. Its fonts are addressed as only the bundler can.
vi.mock("satori", () => ({ default: async (drawing: ReactElement) => renderToStaticMarkup(drawing) }));
vi.mock("./fonts", () => ({ TITLE: "title", TEXT: "text", fonts: async () => [] }));

const CARD: SocialImage = {
  title: "Wind Cave",
  line: "Phong Nha, Vietnam",
  kind: "Caves",
  color: "#78350F",
  brand: "Phong Nha Guide",
  picture: "/scenes/cave-1.svg",
};

/** The lines of words on a card, from top to bottom. */
const lines = async (changes: Partial<SocialImage> = {}) =>
  [...(await drawSocialImage({ ...CARD, ...changes })).matchAll(/>([^<>]+)</g)].map(([, words]) => words);

test("a social image has the guide, the kind, the title and the line", async () => {
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
  expect(await lines({ title: "Hang Sơn Đoòng", kind: thai, line: `${thai} · Vietnam` })).toEqual([
    "Phong Nha Guide",
    "Hang Sơn Đoòng",
  ]);
  expect(await lines({ title: thai, kind: thai, line: thai, brand: thai })).toEqual([]);
});
