import type { AuditKind } from "@karst/client";

/** The filters of the audit log in the URL. */
export interface AuditFilters {
  account?: string;
  action?: string;
  kind?: AuditKind;
  subject?: string;
  /** The first day, `2026-11-21`. */
  from?: string;
  /** The last day. */
  to?: string;
}

/** The path of the audit log with these filters. */
export const auditAddress = (filter: AuditFilters): string =>
  `/audit?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;

/** Converts days to times of the API: from the start of the first to the end of the last, in local time. */
export function moments({ from, to, ...rest }: AuditFilters): AuditFilters {
  return { ...rest, from: midnight(from, 0), to: midnight(to, 1) };
}

function midnight(day: string | undefined, days: number): string | undefined {
  const [year, month, date] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? "") ?? []).slice(1).map(Number);
  if (!year || !month || !date) return undefined;
  return new Date(year, month - 1, date + days).toISOString();
}
