import { check, checkUpdate, type FormName } from "./check";
import { get, set, type FieldErrors, type FieldValues, type Resolver } from "react-hook-form";
import { t } from "./catalogs/forms.gen";
import type { Violation } from "./forms";

/** Maps a violation to the input that shows it, and to the message there. */
export type PlaceViolation = (violation: Violation) => Violation;

/** Shows a violation inside a list at the input of the whole list, with the number of the item. */
export const atListInput: PlaceViolation = ({ field, message }) => {
  const [input = field, index] = field.split(".");
  return {
    field: input,
    message:
      index !== undefined && /^\d+$/.test(index)
        ? t("listItem", { message, number: Number(index) + 1 })
        : message,
  };
};

/**
 * A react-hook-form resolver for the API's rules of a form: the first message of each input. `shape` converts the values
 * of the inputs to the request; the values themselves stay as they were typed. `ownViolations` adds what only the inputs
 * show. With `stored`, the request of the unchanged record, values that are stored already break no rule.
 */
export function contractResolver<Values extends FieldValues>(
  form: FormName,
  shape: (values: Values) => unknown = (values) => values,
  place: PlaceViolation = atListInput,
  ownViolations: (values: Values) => readonly Violation[] = () => [],
  stored?: unknown,
): Resolver<Values> {
  return (values) => {
    const request = shape(values);
    const broken = stored === undefined ? check(form, request) : checkUpdate(form, request, stored);
    const errors: FieldErrors = {};
    for (const { field, message } of [...broken.map(place), ...ownViolations(values)])
      if (!get(errors, field)) set(errors, field, { type: "rule", message });
    return Object.keys(errors).length > 0
      ? { values: {}, errors: errors as FieldErrors<Values> }
      : { values, errors: {} };
  };
}
