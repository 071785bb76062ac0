import { expect } from "@playwright/test";
import { ORIGIN } from "./api";

/** An acknowledged write is on the public page within this. Source: decisions, section 8. */
export const BUDGET_MS = 2000;

/** What a stranger gets at `path`, redirections told and not followed. */
export const page = async (path: string) => {
  const answer = await fetch(ORIGIN + path, { redirect: "manual" });
  return { status: answer.status, location: answer.headers.get("location"), text: await answer.text() };
};

/** Asks until `isThere` holds; answers how long after the write that was. */
export async function fresh(kind: string, isThere: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await isThere())) {
    expect(performance.now() - began, `${kind} took too long`).toBeLessThan(BUDGET_MS);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  console.log(`  ${kind}: ${Math.round(performance.now() - began)} ms`);
}
