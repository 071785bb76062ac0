import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const source = path.join(import.meta.dirname, "..");
/** The modules and catalogs with the texts of the site. */
const catalogs = [
  ...readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) =>
    /^\w+\/texts\.ts$|^texts\/\w+\.ts$/.test(file),
  ),
  ...readdirSync(path.join(source, "../messages/en")).map((file) => `../messages/en/${file}`),
];

/** The string literals of a module, without comments and keys. */
function strings(file: string): string[] {
  const code = readFileSync(path.join(source, file), "utf8")
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
    .replace(/"[^"\n]*":/g, "");
  return code.match(/"[^"\n]*"|`[^`]*`/g) ?? [];
}

test("texts use American spelling and the word email", () => {
  expect(catalogs.length).toBeGreaterThan(20);
  const british =
    /e-mail|travell|\w*(?:avour|olour|eighbour|abour)\w*|\bcentre|cancell(?:ed|ing)|organis|recognis|met(?:re)s?\b/i;
  const found = catalogs.flatMap((file) => strings(file).filter((text) => british.test(text)));
  expect(found).toEqual([]);
});
