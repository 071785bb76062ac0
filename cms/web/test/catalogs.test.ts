import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = path.join(import.meta.dirname, "../../..");
const BRITISH =
  /e[-]mail|travell|\w*(?:avour|olour|eighbour|abour)\w*|\bcentre|cancell(?:ed|ing)|organis|recognis|met(?:re)s?\b/i;

type Catalog = { namespace: string; messages: Map<string, string> };

/** The messages of a catalog by key; nested keys have dots. */
function flatten(value: object, prefix = ""): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]: [string, string | object]) =>
    typeof inner === "string" ? [[prefix + key, inner]] : flatten(inner, `${prefix}${key}.`),
  );
}

function readCatalogs(folder: string): Catalog[] {
  return readdirSync(folder).map((file) => ({
    namespace: path.parse(file).name,
    messages: new Map(flatten(JSON.parse(readFileSync(path.join(folder, file), "utf8")) as object)),
  }));
}

/** The modules of a workspace, without generated ones. */
function readSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(gen|test)\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(folder, file), "utf8"));
}

/** Whether the code has a key as a string, or a template that may become the key. */
function mentions(code: string, key: string): boolean {
  if (code.includes(`"${key}"`)) return true;
  const templates = code.match(/`[\w.]*\$\{[^}`]*\}[\w.]*`/g) ?? [];
  return templates.some((template) => {
    const [before = "", after = ""] = template.slice(1, -1).split(/\$\{[^}]*\}/);
    return key.length > before.length + after.length && key.startsWith(before) && key.endsWith(after);
  });
}

/** Whether the code uses all messages of a catalog: it lists their keys, or looks an action of the audit log up. */
function listsKeys(code: string, namespace: string): boolean {
  const [, name = ""] =
    new RegExp(`import \\{ t as (\\w+) \\} from "[^"]*/${namespace}\\.gen"`).exec(code) ?? [];
  return name !== "" && (code.includes(`${name}.keys()`) || code.includes(`${name}.rich(action,`));
}

const workspaces = ["site", "admin", "cms/web"].filter((name) =>
  existsSync(path.join(ROOT, name, "messages/en")),
);

describe.each(workspaces)("the catalogs of %s", (workspace) => {
  const catalogs = readCatalogs(path.join(ROOT, workspace, "messages/en"));
  const sources = readSources(path.join(ROOT, workspace, "src"));

  /** The modules whose functions this code hands a catalog to: they use its messages. */
  const helpersOf = (code: string[]) =>
    sources.filter((source) =>
      [...source.matchAll(/export const (\w+) = [^=]*?\bt: Catalog</g)].some(([, name]) =>
        code.some((one) => one.includes(`${name}(t`)),
      ),
    );

  it("use American spelling and the word email", () => {
    const found = catalogs.flatMap(({ messages }) =>
      [...messages.values()].filter((text) => BRITISH.test(text)),
    );
    expect(found).toEqual([]);
  });

  it("have no unused message", () => {
    const unused = catalogs.flatMap(({ namespace, messages }) => {
      const own = sources.filter((code) => code.includes(`/${namespace}.gen"`));
      const users = [...own, ...helpersOf(own)];
      if (users.some((code) => listsKeys(code, namespace))) return [];
      return [...messages.keys()]
        .filter((key) => !users.some((code) => mentions(code, key)))
        .map((key) => `${namespace}: ${key}`);
    });
    expect(unused).toEqual([]);
  });

  it("have every key that the code asks for", () => {
    const keys = new Map(catalogs.map(({ namespace, messages }) => [namespace, messages]));
    const missing = sources.flatMap((code) =>
      [...code.matchAll(/import \{ t(?: as (\w+))? \} from "[^"]*\/(\w+)\.gen"/g)].flatMap(
        ([, name = "t", namespace = ""]) =>
          [...code.matchAll(new RegExp(`(?<![\\w.])${name}(?:\\.rich)?\\(\\s*"([^"]+)"`, "g"))]
            .map(([, key = ""]) => key)
            .filter((key) => !keys.get(namespace)?.has(key))
            .map((key) => `${namespace}: ${key}`),
      ),
    );
    expect(missing).toEqual([]);
  });
});
