import type { AuditEvent, AuditQuery } from "@karst/client";
import { karst } from "../api";
import { moments, type AuditFilters } from "../audit/address";
import { listed, type Resource } from "./resource";

export const audit: Resource<AuditEvent> = {
  // The list has one order: the latest change first.
  list({ filter, limit, offset }) {
    const query: AuditQuery = { ...moments(filter as AuditFilters), limit, offset };
    return listed(karst.GET("/api/admin/audit", { params: { query } }));
  },
};
