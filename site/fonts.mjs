// Makes the site's fonts from their npm packages, into src/fonts (which git does not keep): `npm run fonts -w site`.
//
// The packages' own files are far heavier than what a page needs: titles stand in one weight and are drawn for one
// optical size, so those axes are pinned; hinting is for screens that hardly anybody has any more; and their style sheets
// let a Vietnamese name fetch the whole of latin-ext, because both ranges have its letters.
//
// The letters of English and Vietnamese travel inside the style sheet: whatever stood in for them would break some lines
// elsewhere, and what is below would jump when they arrive. They are 44 kB, which a first visit would fetch at once
// anyway. Signs and letters of other languages are files of their own, fetched where a text has one.
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import subset from "subset-font";

const FOLDER = join(import.meta.dirname, "src/fonts");
const FACES = [
  { family: "Be Vietnam Pro", from: "@fontsource/be-vietnam-pro", style: "400-normal", weight: "400" },
  { family: "Be Vietnam Pro", from: "@fontsource/be-vietnam-pro", style: "600-normal", weight: "600" },
  {
    family: "Fraunces",
    from: "@fontsource-variable/fraunces",
    style: "opsz-normal",
    weight: "600",
    axes: { wght: 600, opsz: 36 },
  },
];
/** What English and Vietnamese texts are written with, of what the packages call latin; what is not seen costs nothing. */
const EVERYDAY = new Set([
  ...points("U+0-7E,U+A0,U+2BC,U+2000-200F,U+2028-202F,U+FEFF"),
  ...points("U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026"),
  ...[..."©°·×€→←−½²³ÀÁÂÃÈÉÊÌÍÒÓÔÕÙÚÝàáâãèéêìíòóôõùúý"].map((letter) => letter.codePointAt(0)),
]);
/** A face is cut into these, each out of one of the package's files. */
const PARTS = [
  { part: "latin-ext", of: "latin-ext", isWithin: false },
  { part: "western", of: "latin", isWithin: false },
  { part: "vietnamese", of: "vietnamese", isWithin: true },
  { part: "latin", of: "latin", isWithin: true },
];

const { resolve } = createRequire(import.meta.url);
const rules = [];
await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
for (const { family, from, style, weight, axes } of FACES) {
  const ranges = JSON.parse(await readFile(resolve(`${from}/unicode.json`), "utf8"));
  const vietnamese = new Set(points(ranges.vietnamese));
  const isIn = {
    "latin-ext": (point) => !vietnamese.has(point),
    western: (point) => !EVERYDAY.has(point),
    vietnamese: () => true,
    latin: (point) => EVERYDAY.has(point),
  };
  for (const { part, of, isWithin } of PARTS) {
    const its = points(ranges[of]).filter(isIn[part]);
    const name = from.slice(from.indexOf("/") + 1);
    const whole = await readFile(resolve(`${from}/files/${name}-${of}-${style}.woff2`));
    const font = await subset(whole, String.fromCodePoint(...its), {
      targetFormat: "woff2",
      noHinting: true,
      variationAxes: axes,
    });
    const file = `${name}-${part}-${weight}.woff2`;
    if (!isWithin) await writeFile(join(FOLDER, file), font);
    const source = isWithin ? `data:font/woff2;base64,${font.toString("base64")}` : `./${file}`;
    rules.push(`@font-face {
  font-family: "${family}";
  font-weight: ${weight};
  font-display: swap;
  src: url("${source}") format("woff2");
  unicode-range: ${spans(its)};
}`);
  }
}
await writeFile(join(FOLDER, "faces.css"), `/* Made by fonts.mjs. */\n${rules.join("\n")}\n`);

/** The code points of "U+41-5A,U+61": 65 to 90 and 97. */
function points(range) {
  return range.split(",").flatMap((span) => {
    const [first, last = first] = span
      .trim()
      .slice(2)
      .split("-")
      .map((hex) => parseInt(hex, 16));
    return Array.from({ length: last - first + 1 }, (_, more) => first + more);
  });
}

/** The other way round. */
function spans(all) {
  const found = [];
  for (const point of all.toSorted((a, b) => a - b)) {
    const open = found.at(-1);
    if (open && open.last === point - 1) open.last = point;
    else found.push({ first: point, last: point });
  }
  const hex = (point) => point.toString(16).toUpperCase();
  return found.map(({ first, last }) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ""}`).join(", ");
}
