import { check, type FormName } from "@karst/web/check";
import type { FieldValues, Resolver } from "react-hook-form";

/** A react-hook-form resolver for the API's rules of a form: the first message of each field. */
export function contractResolver<Values extends FieldValues>(form: FormName): Resolver<Values> {
  return (values) => {
    const violations = check(form, values);
    if (violations.length === 0) return { values, errors: {} };
    const errors = violations.map(({ field, message }) => [field, { type: "rule", message }]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };
}
