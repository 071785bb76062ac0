import { check, type FormName } from "@karst/client/check";
import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";

/**
 * A form of the contract as a form library's resolver: every sentence is the contract's. `shape` turns what the
 * inputs hold into what would be sent; the values themselves stay as they were typed.
 */
export function resolverFor<Values extends FieldValues>(
  form: FormName,
  shape: (values: Values) => unknown = (values) => values,
): Resolver<Values> {
  return (values) => {
    const errors = asFieldErrors(Object.fromEntries(check(form, shape(values)).map(onInput).reverse()));
    return Object.keys(errors).length > 0
      ? { values: {}, errors: errors as FieldErrors<Values> }
      : { values, errors: {} };
  };
}

/** Sentences by field in the shape of react-hook-form. */
export function asFieldErrors(sentences: Record<string, string>): FieldErrors {
  return Object.fromEntries(
    Object.entries(sentences).map(([field, message]) => [field, { type: "rule", message }]),
  );
}

/** A fault inside a list is shown on the list's own input, with its place in it. */
function onInput({ field, message }: { field: string; message: string }): [string, string] {
  const [input = field, index] = field.split(".");
  return [
    input,
    index !== undefined && /^\d+$/.test(index) ? `${message} (item ${Number(index) + 1})` : message,
  ];
}
