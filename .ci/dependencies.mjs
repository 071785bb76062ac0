/**
 * Checks the licenses and sources of the npm packages, and that large ones are installed once. Reads only the lock file;
 * `make check` runs it. `cargo deny` does the same for crates (.cargo/deny.toml).
 *
 * The lock file does not show vulnerabilities: see .ci/advisories.mjs.
 */
import { readFileSync } from "node:fs";

/** Licenses that permit use, change and redistribution if their text is included. */
const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "Apache-2.0 WITH LLVM-exception",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BSL-1.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "Unicode-3.0",
  "Unlicense",
  "Zlib",
]);

/** Other licenses, for single libraries, each with the reason. `*` at the end of a name matches any suffix. */
const EXCEPTIONS = [
  ["@fontsource*", "OFL-1.1", "fonts, which NOTICE names; they are not sold by themselves"],
  ["caniuse-lite", "CC-BY-4.0", "data that is read while building, and not passed on"],
  ["argparse", "Python-2.0", "a tool of a tool, while building"],
  ["css-mediaquery", "BSD", "BSD-3-Clause, says its own file"],
  [
    "@img/*",
    "LGPL-3.0-or-later",
    "libvips comes with Next as a file of its own, unchanged, and may be exchanged",
  ],
];

/** Libraries that must have one version: two would enlarge the bundles, slow the build down, or not share their state. */
const ONCE = [
  "@mui/material",
  "@tiptap/core",
  "maplibre-gl",
  "next",
  "react",
  "react-admin",
  "react-dom",
  "react-router",
  "zod",
];

const faults = [];

/** Whether an SPDX expression is satisfied by licenses for which `isAllowed` is true. */
function isMet(expression, isAllowed) {
  const words = expression.replaceAll("/", " OR ").match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const one = () => {
    if (words[at] === "(") {
      at += 1;
      const inner = either();
      at += 1;
      return inner;
    }
    let name = words[at++] ?? "";
    if (words[at] === "WITH") name += ` WITH ${words[(at += 2) - 1]}`;
    return isAllowed(name);
  };
  const both = () => {
    let met = one();
    while (words[at] === "AND") {
      at += 1;
      met = one() && met;
    }
    return met;
  };
  const either = () => {
    let met = both();
    while (words[at] === "OR") {
      at += 1;
      met = both() || met;
    }
    return met;
  };
  return words.length > 0 && either() && at === words.length;
}

function checkLicence(name, licence) {
  const covers = (pattern) =>
    pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
  const allowed = (one) => ALLOWED.has(one) || EXCEPTIONS.some(([of, which]) => which === one && covers(of));
  if (!isMet(licence ?? "", allowed))
    faults.push(`${name} is under ${licence ?? "no licence that it names"}`);
}

function checkVersions(versions) {
  for (const name of ONCE) {
    const found = [...(versions.get(name) ?? [])];
    if (found.length > 1) faults.push(`${name} is there ${found.length} times: ${found.join(", ")}`);
  }
}

function note(versions, name, version) {
  versions.set(name, (versions.get(name) ?? new Set()).add(version));
}

function checkPackages() {
  const versions = new Map();
  const packages = Object.entries(JSON.parse(readFileSync("package-lock.json", "utf8")).packages);
  const foreign = packages.filter(([path, { link }]) => path.includes("node_modules/") && !link);
  for (const [path, { version, license, resolved, integrity }] of foreign) {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    note(versions, name, version);
    checkLicence(name, license);
    // The lock file has a checksum and no URL for packages of the registry; a URL means another source.
    if (resolved) faults.push(`${name} comes from ${resolved}`);
    if (!integrity) faults.push(`${name} has no checksum`);
  }
  checkVersions(versions);
  return foreign.length;
}

const count = checkPackages();
for (const fault of faults) console.error(fault);
console.log(`${count} packages: ${faults.length || "no"} fault${faults.length === 1 ? "" : "s"}`);
process.exitCode = faults.length ? 1 : 0;
