import { check, type FormName } from "@karst/client/check";
import type { SubmitResult } from "@/ui/useSubmit";
import { describeError } from "./errors";

/** Checks a body by the contract's rules for this form, and then sends it. */
export async function submitForm<Field extends string>(
  form: FormName,
  body: object,
  send: () => Promise<unknown>,
): Promise<SubmitResult<Field>> {
  const broken = check(form, body);
  if (broken.length > 0) return { kind: "refused", errors: byField(broken), reason: "" };
  try {
    await send();
    return { kind: "done" };
  } catch (error) {
    const failure = describeError(error, "");
    return { kind: "refused", errors: byField(failure.fields), reason: failure.message };
  }
}

/** The first sentence of each field. */
function byField<Field extends string>(
  faults: readonly { field: string; message: string }[],
): Partial<Record<Field, string>> {
  const entries = [...faults].reverse().map(({ field, message }) => [field, message]);
  return Object.fromEntries(entries) as Partial<Record<Field, string>>;
}
