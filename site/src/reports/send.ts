import type { ReportRequest } from "@karst/client";
import { apiClient } from "@/auth/apiClient";
import { submitForm } from "@/auth/submit";
import type { SubmitResult } from "@/ui/useSubmit";

/** Sends a report with the fields of its form, which are those of the server's own page. */
export function sendReport(
  placeId: number,
  values: FormData,
  elapsedMs: number,
): Promise<SubmitResult<keyof ReportRequest>> {
  const text = (name: string) => String(values.get(name) ?? "").trim() || null;
  const body = {
    placeId,
    version: Number(text("version")),
    kind: text("kind"),
    group: text("group"),
    details: text("details"),
    hours: text("hours"),
    latitude: text("latitude"),
    longitude: text("longitude"),
    phone: text("phone"),
    website: text("website"),
    email: text("email"),
    leaveBlank: text("leaveBlank"),
    elapsedMs,
  } as ReportRequest;
  return submitForm("ReportRequest", body, () => apiClient.POST("/api/reports", { body }));
}
