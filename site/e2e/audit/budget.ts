import { expect, test } from "@playwright/test";

/** One row of the audit's table. */
export interface Finding {
  /** The measured quantity and its limit. */
  budget: string;
  measured: string;
  isMet: boolean;
}

/** The annotation type by which tests pass findings to the reporter. */
export const FINDING = "finding";

/**
 * Reports a measurement with its budget. A missed budget fails the test, which continues with the other measurements.
 */
export function reportFinding(budget: string, measured: string, isMet: boolean): void {
  const description = JSON.stringify({ budget, measured, isMet } satisfies Finding);
  test.info().annotations.push({ type: FINDING, description });
  expect.soft(isMet, `${budget}: ${measured}`).toBe(true);
}

/** Reports a measurement without a budget. */
export function reportFigure(what: string, measured: string): void {
  reportFinding(what, measured, true);
}

/** The value below which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const median = (values: readonly number[]) => percentile(values, 0.5);
