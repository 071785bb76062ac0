import { expect, test } from "vitest";
import { drawableText } from "./glyphCoverage";

test.each(["Hang Sơn Đoòng", "Động Phong Nha", "Straße", "Łódź – 100%", "L'Été", "O’Neil’s"])(
  "%s is drawn completely",
  (name) => {
    expect(drawableText(name, "title")).toBe(name.normalize("NFC"));
    expect(drawableText(name.normalize("NFD"), "text")).toBe(name.normalize("NFC"));
  },
);

test.each(["風牙洞", "퐁냐 동굴", "ຖ້ຳ", "ถ้ำพงญา", "كهف", "Пещера", "Cave 洞"])(
  "%s needs glyphs that the fonts lack, so it is left out",
  (name) => {
    expect(drawableText(name, "title")).toBeNull();
    expect(drawableText(name, "text")).toBeNull();
  },
);

test("symbols that the fonts lack are left out, and a text of them alone is not drawn", () => {
  expect(drawableText("🍜 Phở 🇻🇳", "title")).toBe("Phở");
  expect(drawableText("🍜", "title")).toBeNull();
  expect(drawableText("", "title")).toBeNull();
});
