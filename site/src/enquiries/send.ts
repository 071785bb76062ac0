import type { EnquiryRequest } from "@karst/client";
import { apiClient } from "@/auth/apiClient";
import { submitForm } from "@/auth/submit";
import type { SubmitResult } from "@/ui/useSubmit";

export function sendEnquiry(
  placeId: number,
  values: FormData,
  elapsedMs: number,
): Promise<SubmitResult<keyof EnquiryRequest>> {
  const text = (name: string) => String(values.get(name) ?? "");
  const people = text("people");
  const body: EnquiryRequest = {
    name: text("name"),
    email: text("email"),
    message: text("message"),
    arrival: text("arrival") || null,
    departure: text("departure") || null,
    people: people ? Number(people) : null,
    leaveBlank: text("leaveBlank") || null,
    elapsedMs,
  };
  return submitForm("EnquiryRequest", body, () =>
    apiClient.POST("/api/businesses/{id}/enquiries", { params: { path: { id: placeId } }, body }),
  );
}
