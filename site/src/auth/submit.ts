import { check, type FormName } from "@karst/web/check";
import type { SubmitResult } from "@/ui/useSubmit";
import { describeError } from "@karst/web/problems";

/** Checks a body by the API's rules for this form, then sends it. */
export async function submitForm<Field extends string>(
  form: FormName,
  body: object,
  send: () => Promise<unknown>,
): Promise<SubmitResult<Field>> {
  const violations = check(form, body);
  if (violations.length > 0) return { kind: "error", fieldErrors: byField(violations), message: "" };
  try {
    await send();
    return { kind: "success" };
  } catch (error) {
    const { fields, message } = describeError(error, "");
    return { kind: "error", fieldErrors: byField(fields), message };
  }
}

/** The first message of each field. */
function byField<Field extends string>(
  errors: readonly { field: string; message: string }[],
): Partial<Record<Field, string>> {
  const entries = [...errors].reverse().map(({ field, message }) => [field, message]);
  return Object.fromEntries(entries) as Partial<Record<Field, string>>;
}
