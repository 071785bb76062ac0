import { check, type FormName } from "@karst/client/check";
import type { FieldValues, Resolver } from "react-hook-form";

/** The contract's rules for a form, as react-hook-form asks for them: the first sentence of each field. */
export function contractResolver<Values extends FieldValues>(form: FormName): Resolver<Values> {
  return (values) => {
    const broken = check(form, values);
    if (broken.length === 0) return { values, errors: {} };
    const errors = broken.map(({ field, message }) => [field, { type: "rule", message }]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };
}
