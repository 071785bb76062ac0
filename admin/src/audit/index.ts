import { lazy } from "react";

/** The screen of the audit log. */
export const audit = {
  list: lazy(() => import("./AuditList")),
};
