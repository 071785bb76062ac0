import type { AuditKind, AuditQuery } from "@karst/client";
import { momentIn } from "../kit/zone";

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
  /** Whether sign-ins and sessions are shown. */
  sessions?: boolean;
}

const DAY_MS = 86_400_000;

/** The time zone of the browser. */
export const OWN_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The path of the audit log with these filters. */
export const auditAddress = (filter: AuditFilters): string =>
  `/audit?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;

/**
 * The query of the API, without sessions unless they or an action are chosen. Days become times: from the start of the
 * first to the end of the last in `zone`.
 */
export function moments({
  from = "",
  to = "",
  zone = OWN_ZONE,
  sessions,
  ...rest
}: AuditFilters & { zone?: string }): AuditQuery {
  const start = (day: string) => momentIn(zone, `${day}T00:00`) || undefined;
  const hidden = sessions || rest.action ? undefined : { sessions: false };
  return { ...rest, ...hidden, from: start(addDays(from, 0)), to: start(addDays(to, 1)) };
}

/** The day `count` days after `day`; "" if `day` is invalid. */
export function addDays(day: string, count: number): string {
  const start_ms = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : NaN;
  return Number.isNaN(start_ms) ? "" : new Date(start_ms + count * DAY_MS).toISOString().slice(0, 10);
}
