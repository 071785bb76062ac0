import { expect, test } from "vitest";
import { fold, searchForm, slugify, sortedByName } from "../src/fold";
import { repositoryJson } from "./contract";

type Golden = { text: string; folded: string; search: string; slug: string };
const golden = repositoryJson("cms/tests/golden/fold.json") as Golden[];

test.each(golden)(
  "golden text $text has the forms that the server gives it",
  ({ text, folded, search, slug }) => {
    expect(fold(text)).toBe(folded);
    expect(searchForm(text)).toBe(search);
    expect(slugify(text)).toBe(slug);
  },
);

test("accents, đ and case do not count", () => {
  expect(fold("Động Thiên Đường")).toBe("dong thien duong");
  expect(fold("QUẢNG BÌNH")).toBe("quang binh");
});

test("composed and decomposed letters are the same", () => {
  expect(fold("Sơn Đoòng".normalize("NFD"))).toBe(fold("Sơn Đoòng".normalize("NFC")));
});

test("blanks are made single", () => {
  expect(fold("  Hang\n  Én ")).toBe("hang en");
});

test("a slug has letters, digits and single hyphens", () => {
  expect(slugify("Phong Nha Guide")).toBe("phong-nha-guide");
  expect(slugify(" Làng Chày: A & B! ")).toBe("lang-chay-a-b");
});

test("the two small forms of sigma are one letter", () => {
  expect(new Set(["ΟΔΟΣ", "οδος", "οδοσ", "Οδός"].map(fold))).toEqual(new Set(["οδοσ"]));
});

test("names are sorted as the API sorts them: tones, đ and case do not part what begins alike", () => {
  const names = [
    "Xuân Sơn",
    "Động Thiên Đường",
    "dong Hoi",
    "Dark Cave",
    "Đồng Hới",
    "Ết",
    "eden",
    "Ốc Bà Tâm",
  ];
  expect(sortedByName(names, (name) => name)).toEqual([
    ...["Dark Cave", "dong Hoi", "Đồng Hới", "Động Thiên Đường", "eden", "Ết", "Ốc Bà Tâm", "Xuân Sơn"],
  ]);
  expect(names[0], "the list given stays as it is").toBe("Xuân Sơn");
});
