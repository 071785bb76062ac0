/**
 * docs/api.md: its examples are run against a guide that was just set up, with the client as others install it, and what
 * they print is compared with what stands under them.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
// @ts-expect-error: a plain script, shared with `npm run pack`
import { pack } from "../pack.mjs";
import { serve, type Served } from "./served";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const LIBRARIES = ["openapi-fetch", "openapi-typescript-helpers", "zod"];

interface Example {
  language: "bash" | "ts";
  /** Where it begins, for whoever looks for it. */
  line: number;
  code: string;
  /** What it prints, with `…` for whatever; null where that is not said. */
  prints: string | null;
}

const examples = examplesIn(readFileSync(join(repository, "docs/api.md"), "utf8"));
const inShell = examples.filter(({ language }) => language === "bash");
const inTypeScript = examples.filter(({ language }) => language === "ts");

let guide: Served;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "karst-examples-"));
  guide = await serve();
  await install();
  writeFileSync(join(folder, "entries.ts"), entries().map(importing).join("\n"));
  for (const example of inTypeScript)
    writeFileSync(join(folder, `${nameOf(example)}.ts`), here(example.code));
  // Once for all of them: it is most of the time that this takes.
  const typescript = join(repository, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [typescript, "-p", folder], { cwd: folder, stdio: "inherit" });
}, 180_000);

afterAll(async () => {
  await guide?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("the guide to the API", () => {
  it("has examples of both kinds, most of which say what they print", () => {
    expect(inShell.length).toBeGreaterThan(7);
    expect(inTypeScript.length).toBeGreaterThan(3);
    expect(examples.filter(({ prints }) => prints === null)).toEqual([]);
  });

  it("shows curl what it says", { timeout: 60_000 }, () => {
    // One shell for all of them: what one has set, the next one uses.
    const mark = "\u001e";
    const script = inShell.map(({ code }) => `printf '\\036'\n${code}`).join("\n");
    const printed = execFileSync("bash", ["-euo", "pipefail", "-c", here(script)], {
      cwd: folder,
      encoding: "utf8",
    });
    printed
      .split(mark)
      .slice(1)
      .forEach((text, at) => expectPrinted(inShell[at] as Example, text));
  });

  it("shows TypeScript what it says", { timeout: 60_000 }, () => {
    for (const example of inTypeScript) expectPrinted(example, run(`${nameOf(example)}.js`));
  });
});

describe("the packed client", () => {
  it("has every entry that its README names, for Node and for types", { timeout: 60_000 }, () => {
    const own = told();
    const readme = readFileSync(join(folder, "node_modules/@karst/client/README.md"), "utf8");
    for (const entry of entries()) expect(readme).toContain(`\`${entry}\``);
    expect([own.private, own.license]).toEqual([undefined, "MIT"]);
    expect(run("entries.js").trim().split("\n")).toEqual(entries().map(() => "object"));
  });
});

/** What the installed package says of itself. */
function told(): { exports: Record<string, unknown>; private?: boolean; license?: string } {
  return JSON.parse(readFileSync(join(folder, "node_modules/@karst/client/package.json"), "utf8"));
}

function entries(): string[] {
  return Object.keys(told().exports).map((entry) => entry.replace(".", "@karst/client"));
}

function importing(entry: string, at: number): string {
  return `import * as part${at} from "${entry}";\nconsole.log(typeof part${at});`;
}

function nameOf({ line }: Example): string {
  return `line-${line}`;
}

/** What a program of the folder prints. */
function run(program: string): string {
  return execFileSync(process.execPath, [program], { cwd: folder, encoding: "utf8" });
}

/** Packs the client and installs it as somebody else would, without a network: its libraries are packed from here. */
async function install() {
  const packed = [await pack(folder)];
  for (const library of LIBRARIES) {
    const from = join(repository, "node_modules", library);
    const words = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder, from];
    packed.push(join(folder, execFileSync("npm", words, { cwd: folder, encoding: "utf8" }).trim()));
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const words = ["install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", ...packed];
  execFileSync("npm", words, { cwd: folder, stdio: "inherit" });
  const compilerOptions = {
    target: "ES2022",
    lib: ["ES2023", "DOM"],
    module: "nodenext",
    moduleResolution: "nodenext",
    strict: true,
    noUncheckedIndexedAccess: true,
    types: [],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
}

/** The example for this guide. */
function here(code: string): string {
  return code
    .replaceAll("http://localhost:8080", guide.origin)
    .replaceAll("the password that make run printed", guide.password);
}

function expectPrinted({ line, language, prints }: Example, printed: string) {
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const wanted = new RegExp(`^${(prints ?? "").split("…").map(literal).join("[^\\n]*?")}$`);
  expect(printed.trim(), `the ${language} example in line ${line}`).toMatch(wanted);
}

/** The fenced examples of a page, each with the `text` that follows it. */
function examplesIn(page: string): Example[] {
  const fences = [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)];
  return fences.flatMap(([, language, code = ""], at) => {
    if (language !== "bash" && language !== "ts") return [];
    const next = fences[at + 1];
    const prints = next?.[1] === "text" ? (next[2] ?? "").trim() : null;
    return [{ language, line: page.slice(0, fences[at]?.index).split("\n").length, code, prints }];
  });
}
