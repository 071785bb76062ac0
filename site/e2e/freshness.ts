import { expect } from "@playwright/test";
import { ORIGIN } from "./api";

/** R202: an acknowledged write is on the public pages within this time. */
export const BUDGET_MS = 2000;

/** The response to an anonymous client; redirects are not followed. */
export async function fetchPage(path: string) {
  const response = await fetch(ORIGIN + path, { redirect: "manual" });
  return { status: response.status, location: response.headers.get("location"), text: await response.text() };
}

/** Polls until `condition` holds, fails after the budget, and logs how long it took. */
export async function expectFresh(label: string, condition: () => Promise<boolean>): Promise<void> {
  const startedAt = performance.now();
  while (!(await condition())) {
    expect(performance.now() - startedAt, `${label} took too long`).toBeLessThan(BUDGET_MS);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  console.log(`  ${label}: ${Math.round(performance.now() - startedAt)} ms`);
}
