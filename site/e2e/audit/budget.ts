import { expect, test } from "@playwright/test";

/** One line of the audit's table. */
export interface Finding {
  /** What is measured, and what it may come to. */
  budget: string;
  measured: string;
  isMet: boolean;
}

/** How a test hands its findings to the report. */
export const FINDING = "finding";

/** Notes what was measured beside its budget. A missed one fails the test, which goes on to measure the rest. */
export function reportFinding(budget: string, measured: string, isMet: boolean): void {
  const description = JSON.stringify({ budget, measured, isMet } satisfies Finding);
  test.info().annotations.push({ type: FINDING, description });
  expect.soft(isMet, `${budget}: ${measured}`).toBe(true);
}

/** Notes a figure that has no budget of its own. */
export function reportFigure(what: string, measured: string): void {
  reportFinding(what, measured, true);
}

/** The value that a given share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const median = (values: readonly number[]) => percentile(values, 0.5);
