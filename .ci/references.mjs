/**
 * References that a reader can follow: every cited requirement (`R47`) is in docs/requirements.md, every source file that
 * a page of documentation names exists, and nothing cites a document outside of this repository. Reads files only;
 * `make check` runs it.
 */
import { readFileSync, readdirSync, statSync } from "node:fs";
import { extname, join } from "node:path";

const REQUIREMENTS = "docs/requirements.md";

/** The files and folders that are read. */
const ROOTS = ["README.md", "Makefile", ".ci", "admin", "cms", "docs", "migrations", "site"];

/** Folders of libraries and of build results. */
const SKIPPED = new Set(["node_modules", "target", "dist", "artifacts", "corpus", ".next", "test-results", "public", "fonts"]);

/** Names of files that hold text of this project. The empty one is the Makefile's. */
const EXTENSIONS = new Set(["", ".env", ".md", ".mjs", ".rs", ".sh", ".sql", ".toml", ".ts", ".tsx", ".css", ".yml"]);

/** Citations of the numbered lists and documents from which the requirements were written. */
const UNRESOLVED = [
  /\b(?:decisions?|specification)[, ]+(?:§|section)/i,
  /\b(?:decisions|specification),? [0-9]/i,
  /\brows? B?[0-9]/i,
  /\bthreats?,? D[0-9]/i,
  /\brule B[0-9]/,
  /\bfn (?:rows?|b|d|decisions)_?b?[0-9]+_/,
  /\b(?:look|house|decisions|rows|threats)\.md\b/,
];

/** A source file in a page of documentation: a path or its end, such as `places/store.rs`. */
const SOURCE_FILE = /`([\w./-]+\.(?:rs|ts|tsx|mjs|sh|sql))`/g;

/** The numbers in `text` that stand at the beginning of a bullet. */
function defined(text) {
  return [...text.matchAll(/^- R([0-9]+): /gm)].map((match) => Number(match[1]));
}

function* files(path) {
  if (!statSync(path).isDirectory()) {
    yield path;
    return;
  }
  for (const name of readdirSync(path)) {
    if (!SKIPPED.has(name)) yield* files(join(path, name));
  }
}

const numbers = defined(readFileSync(REQUIREMENTS, "utf8"));
const known = new Set(numbers);
const faults = numbers
  .filter((number, at) => numbers.indexOf(number) !== at)
  .map((number) => `${REQUIREMENTS}: R${number} is defined twice`);
let cited = 0;

const paths = ROOTS.flatMap((root) => [...files(root)]);
const isText = (path) => EXTENSIONS.has(extname(path)) && !path.endsWith(".gen.ts");

for (const file of paths.filter(isText)) {
  readFileSync(file, "utf8")
    .split("\n")
    .forEach((line, at) => {
      const where = `${file}:${at + 1}`;
      for (const [citation, number] of line.matchAll(/\bR([0-9]{1,3})\b/g)) {
        cited += 1;
        if (!known.has(Number(number))) faults.push(`${where}: ${citation} is not in ${REQUIREMENTS}`);
      }
      for (const [, path] of extname(file) === ".md" ? line.matchAll(SOURCE_FILE) : []) {
        if (!paths.some((known) => `/${known}`.endsWith(`/${path}`))) faults.push(`${where}: there is no file ${path}`);
      }
      if (UNRESOLVED.some((pattern) => pattern.test(line))) {
        faults.push(`${where}: write the reason or a number of ${REQUIREMENTS} instead of: ${line.trim()}`);
      }
    });
}

if (known.size < 200 || cited < 400)
  faults.push(`only ${known.size} requirements and ${cited} citations were found`);
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}
