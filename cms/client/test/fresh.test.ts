import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
// @ts-expect-error: a plain script, shared with `npm run generate`
import { generate } from "../generate.mjs";
import { repositoryJson } from "./contract";

it("the generated files say what openapi.json says", async () => {
  const fresh = (await generate(repositoryJson("openapi.json"))) as Record<string, string>;
  for (const [name, text] of Object.entries(fresh)) {
    const committed = readFileSync(new URL(`../src/${name}`, import.meta.url), "utf8");
    expect(committed === text, `cms/client/src/${name} is stale: run make contract`).toBe(true);
  }
}, 30_000);
