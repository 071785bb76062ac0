import { guarded } from "../layout/guarded";

/** The screen of the audit log. */
export const audit = {
  list: guarded("readAudit", () => import("./AuditList")),
};
