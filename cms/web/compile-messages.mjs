/**
 * Compiles the message catalogs of a workspace: `node compile-messages.mjs MESSAGES OUT` reads `MESSAGES/{locale}/*.json`
 * and writes a module `OUT/*.gen.ts` for each file of English. Nested objects become keys with dots.
 *
 * Fails if a message is not valid ICU MessageFormat, or if a translation has a key or an argument that English lacks.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, TYPE } from "@formatjs/icu-messageformat-parser";
import compile from "icu-minify/compile";

const DEFAULT_LOCALE = "en";
const [messages, out] = process.argv.slice(2);
const faults = [];

/** Keys with dots, and their messages. */
function flatten(value, prefix = "") {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "string" ? [[prefix + key, inner]] : flatten(inner, `${prefix}${key}.`),
  );
}

/** The arguments of parsed parts, as names with TypeScript types. */
function argumentsOf(parts, found = new Map()) {
  for (const part of parts) {
    switch (part.type) {
      case TYPE.argument:
        if (!found.has(part.value)) found.set(part.value, "string | number");
        break;
      case TYPE.number:
        found.set(part.value, "number");
        break;
      case TYPE.date:
      case TYPE.time:
        found.set(part.value, "Date | number");
        break;
      case TYPE.plural:
        found.set(part.value, "number");
        for (const option of Object.values(part.options)) argumentsOf(option.value, found);
        break;
      case TYPE.select: {
        const options = Object.keys(part.options);
        const named = options.filter((option) => option !== "other").map((option) => JSON.stringify(option));
        // `other` takes every value, but completion should know the named ones.
        found.set(
          part.value,
          [...named, ...(options.includes("other") ? ["(string & {})"] : [])].join(" | "),
        );
        for (const option of Object.values(part.options)) argumentsOf(option.value, found);
        break;
      }
      case TYPE.tag:
        found.set(part.value, "(content: any) => any");
        argumentsOf(part.children, found);
        break;
    }
  }
  return found;
}

/** The messages of one file by key: compiled, and with their arguments. */
function read(path) {
  const catalog = new Map();
  for (const [key, message] of flatten(JSON.parse(readFileSync(path, "utf8")))) {
    try {
      catalog.set(key, { compiled: compile(message), args: argumentsOf(parse(message)) });
    } catch (error) {
      faults.push(`${path}: ${key}: ${error.message}`);
    }
  }
  return catalog;
}

/** Replaces a file in one step if its content differs, because builds that run in parallel compile and read the same catalogs. */
function write(path, content) {
  if (existsSync(path) && readFileSync(path, "utf8") === content) return;
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, content);
  renameSync(temporary, path);
}

const locales = readdirSync(messages).sort((a, b) =>
  a === DEFAULT_LOCALE ? -1 : b === DEFAULT_LOCALE ? 1 : a < b ? -1 : 1,
);
mkdirSync(out, { recursive: true });
const files = readdirSync(join(messages, DEFAULT_LOCALE)).filter((name) => name.endsWith(".json"));
const moduleOf = (file) => file.replace(".json", ".gen.ts");
for (const name of readdirSync(out)) {
  const isStale = name.endsWith(".gen.ts") && !files.some((file) => moduleOf(file) === name);
  if (isStale) rmSync(join(out, name), { force: true });
}
for (const file of files) {
  const english = read(join(messages, DEFAULT_LOCALE, file));
  const catalogs = {};
  for (const locale of locales) {
    const path = join(messages, locale, file);
    const catalog = locale === DEFAULT_LOCALE ? english : read(path);
    for (const [key, { args }] of catalog) {
      const known = english.get(key)?.args;
      if (!known) faults.push(`${path}: ${key}: English has no such key`);
      for (const name of args.keys()) {
        if (known && !known.has(name)) faults.push(`${path}: ${key}: English has no argument ${name}`);
      }
    }
    catalogs[locale] = Object.fromEntries([...catalog].map(([key, { compiled }]) => [key, compiled]));
  }
  const types = [...english].map(([key, { args }]) => {
    const fields = [...args].map(([name, type]) => `${JSON.stringify(name)}: ${type}`).join("; ");
    return `  ${JSON.stringify(key)}: ${fields ? `{ ${fields} }` : "undefined"};`;
  });
  const code = `// Compiled from the catalogs ${file} of each locale by compile-messages.mjs.
import { createTranslator } from "@karst/web/messages";

export const t = createTranslator<{
${types.join("\n")}
}>(${JSON.stringify(catalogs)});
`;
  write(join(out, moduleOf(file)), code);
}
if (faults.length) {
  console.error(faults.join("\n"));
  process.exit(1);
}
