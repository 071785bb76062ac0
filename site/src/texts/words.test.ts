import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const source = path.join(import.meta.dirname, "..");
/** Where the words of the site's screens stand. */
const catalogs = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) =>
  /^texts\/\w+\.ts$|^\w+\/words\.ts$/.test(file),
);

/** The strings of a module: without comments, and without keys. */
function strings(file: string): string[] {
  const code = readFileSync(path.join(source, file), "utf8")
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
    .replace(/"[^"\n]*":/g, "");
  return code.match(/"[^"\n]*"|`[^`]*`/g) ?? [];
}

test("what travelers read is in American English, with emails", () => {
  expect(catalogs.length).toBeGreaterThan(20);
  const british =
    /e-mail|travell|\w*(?:avour|olour|eighbour|abour)\w*|\bcentre|cancell(?:ed|ing)|organis|recognis|met(?:re)s?\b/i;
  const found = catalogs.flatMap((file) => strings(file).filter((text) => british.test(text)));
  expect(found).toEqual([]);
});
