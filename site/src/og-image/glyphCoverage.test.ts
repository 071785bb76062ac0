import { expect, test } from "vitest";
import { drawable } from "./glyphCoverage";

test.each(["Hang Sơn Đoòng", "Động Phong Nha", "Straße", "Łódź – 100%", "L'Été", "O’Neil’s"])(
  "%s is drawn whole",
  (name) => {
    expect(drawable(name, "title")).toBe(name.normalize("NFC"));
    expect(drawable(name.normalize("NFD"), "text")).toBe(name.normalize("NFC"));
  },
);

test.each(["風牙洞", "퐁냐 동굴", "ຖ້ຳ", "ถ้ำพงญา", "كهف", "Пещера", "Cave 洞"])(
  "%s has letters that the fonts lack, so no title line is drawn",
  (name) => {
    expect(drawable(name, "title")).toBeNull();
    expect(drawable(name, "text")).toBeNull();
  },
);

test("signs that the fonts lack are left out, and a text of them alone is none", () => {
  expect(drawable("🍜 Phở 🇻🇳", "title")).toBe("Phở");
  expect(drawable("🍜", "title")).toBeNull();
  expect(drawable("", "title")).toBeNull();
});
