import type { EnquiryForm } from "@karst/client";
import { check } from "@karst/client/check";
import { explain } from "@/identity/failure";
import { karst } from "@/identity/karst";

export type FieldErrors = Partial<Record<keyof EnquiryForm, string>>;

export type Outcome = { kind: "sent" } | { kind: "refused"; errors: FieldErrors; reason: string };

/**
 * Checks an enquiry by the contract's rules and sends it. Every fault comes back as a sentence, by field where it
 * belongs to one.
 */
export async function sendEnquiry(place: number, form: FormData, elapsedMs: number): Promise<Outcome> {
  const body = { ...bodyOf(form), elapsedMs };
  const broken = check("EnquiryForm", body);
  if (broken.length > 0) return { kind: "refused", errors: byField(broken), reason: "" };
  try {
    const path = { id: place };
    await karst.POST("/api/businesses/{id}/enquiries", { params: { path }, body });
    return { kind: "sent" };
  } catch (error) {
    const failure = explain(error, "");
    const errors = byField(failure.fields);
    return { kind: "refused", errors, reason: Object.keys(errors).length > 0 ? "" : failure.message };
  }
}

function bodyOf(form: FormData): EnquiryForm {
  const text = (name: string) => String(form.get(name) ?? "");
  const people = text("people");
  return {
    name: text("name"),
    email: text("email"),
    message: text("message"),
    arrival: text("arrival") || null,
    departure: text("departure") || null,
    people: people ? Number(people) : null,
    leaveBlank: text("leaveBlank") || null,
  };
}

/** The first sentence of each field. */
function byField(faults: readonly { field: string; message: string }[]): FieldErrors {
  return Object.fromEntries([...faults].reverse().map(({ field, message }) => [field, message]));
}
