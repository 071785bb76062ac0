import type { AuditKind } from "@karst/client";

/** What the log is narrowed to, as the address keeps it. */
export interface AuditFilters {
  account?: string;
  action?: string;
  kind?: AuditKind;
  subject?: string;
  /** A day, `2026-11-21`: this one and later. */
  from?: string;
  /** This one and earlier. */
  to?: string;
}

/** Where the log of these filters is. */
export const auditAddress = (filter: AuditFilters): string =>
  `/audit?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;

/** Days as the API's moments: from the beginning of the one to the end of the other, on the reader's own clock. */
export function moments({ from, to, ...rest }: AuditFilters): AuditFilters {
  return { ...rest, from: midnight(from, 0), to: midnight(to, 1) };
}

function midnight(day: string | undefined, days: number): string | undefined {
  const [year, month, date] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? "") ?? []).slice(1).map(Number);
  if (!year || !month || !date) return undefined;
  return new Date(year, month - 1, date + days).toISOString();
}
