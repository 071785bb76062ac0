/**
 * Writes src/schema.gen.ts (types) and src/rules.gen.ts (the forms' rules with their sentences) from the contract.
 *
 * `node generate.mjs [document]`: the contract is ../../openapi.json unless another file is named. `make contract`
 * runs it; test/fresh.test.ts runs `generate()` again and compares.
 */
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import { format } from "prettier";

const PREFIX = "#/components/schemas/";
/** Keywords that explain a field and never decide about one: left out, because rules travel to browsers. */
const PROSE = ["description", "title", "default", "example", "examples", "deprecated"];

/** A field with a default may be left out of a form: the server fills it in. */
const OPTIONS = { defaultNonNullable: false };

const contractUrl = new URL("../../openapi.json", import.meta.url);
const outputs = {
  "schema.gen.ts": new URL("src/schema.gen.ts", import.meta.url),
  "rules.gen.ts": new URL("src/rules.gen.ts", import.meta.url),
};

/** A closed object is a form: the server refuses its unknown fields, and checks the others with it. */
function isForm(schema) {
  return schema.additionalProperties === false;
}

/**
 * `schema` with its references written out and its prose left out: a form's rules stand on their own.
 * Inside `properties` and `x-messages` the keys are names, so nothing is dropped there.
 */
function standalone(schema, schemas, keysAreNames = false) {
  if (Array.isArray(schema)) return schema.map((part) => standalone(part, schemas));
  if (schema === null || typeof schema !== "object") return schema;
  if (typeof schema.$ref === "string" && !keysAreNames) {
    const { $ref, ...beside } = schema;
    return standalone({ ...schemas[$ref.slice(PREFIX.length)], ...beside }, schemas);
  }
  const kept = Object.entries(schema).filter(([key]) => keysAreNames || !PROSE.includes(key));
  const names = (key) => !keysAreNames && (key === "properties" || key === "x-messages");
  return Object.fromEntries(kept.map(([key, part]) => [key, standalone(part, schemas, names(key))]));
}

/** The contract without the examples of whole bodies: fields have theirs, and types say the rest. */
function withoutBodies(document) {
  const bare = structuredClone(document);
  const calls = Object.values(bare.paths).flatMap((path) => Object.values(path));
  for (const { requestBody, responses } of calls) {
    for (const { content } of [requestBody ?? {}, ...Object.values(responses)]) {
      for (const body of Object.values(content ?? {})) delete body.example;
    }
  }
  return bare;
}

async function typesOf(document) {
  const types = astToString(await openapiTS(withoutBodies(document), OPTIONS));
  return `// Written by generate.mjs from openapi.json (make contract). Never edited by hand.\n${types}`;
}

function rulesOf(document) {
  const schemas = document.components.schemas;
  const forms = Object.keys(schemas)
    .filter((name) => isForm(schemas[name]))
    .sort();
  const rules = Object.fromEntries(forms.map((name) => [name, standalone(schemas[name], schemas)]));
  return [
    "// Written by generate.mjs from openapi.json (make contract). Never edited by hand.",
    'import type { Rules } from "./check";',
    "/** The forms of the contract: each has rules with sentences. */",
    `export type FormName = ${forms.map((name) => JSON.stringify(name)).join(" | ")};`,
    `export const rules: Readonly<Record<FormName, Rules>> = ${JSON.stringify(rules)};`,
  ].join("\n");
}

/** Both generated files as text, by name. `document` is the parsed contract. */
export async function generate(document) {
  const written = { "schema.gen.ts": await typesOf(document), "rules.gen.ts": rulesOf(document) };
  const pretty = Object.entries(written).map(async ([name, text]) => [
    name,
    await format(text, { parser: "typescript", printWidth: 110 }),
  ]);
  return Object.fromEntries(await Promise.all(pretty));
}

async function main(path) {
  const texts = await generate(JSON.parse(await readFile(path, "utf8")));
  await Promise.all(Object.entries(texts).map(([name, text]) => writeFile(outputs[name], text)));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main(process.argv[2] ?? contractUrl);
