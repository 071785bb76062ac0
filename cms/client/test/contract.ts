import { readFileSync } from "node:fs";

/** A JSON file of the repository; `path` starts at its root. */
export function repositoryJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8"));
}
