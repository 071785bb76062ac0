import { check, checkUpdate, type FormName } from "@karst/client/check";
import { get, set, type FieldErrors, type FieldValues, type Resolver } from "react-hook-form";
import { t } from "./messages/form.gen";

/** A rule that was broken, as the contract and the server name it: `gallery.2`, `map.zoom`. */
export interface Fault {
  field: string;
  message: string;
}

/** Where a form shows a fault: at which of its inputs, and in which words. */
export type Placing = (fault: Fault) => Fault;

/** A fault inside a list is shown on the list's own input, with its place in it. */
export const onListInput: Placing = ({ field, message }) => {
  const [input = field, index] = field.split(".");
  return {
    field: input,
    message:
      index !== undefined && /^\d+$/.test(index)
        ? t("items.fault", { message, number: Number(index) + 1 })
        : message,
  };
};

/**
 * A form of the contract as a form library's resolver: every sentence is the contract's. `shape` turns what the
 * inputs hold into what would be sent; the values themselves stay as they were typed. `ownFaults` are what only the
 * inputs can tell. With `stored`, what an update would send unchanged, values that are stored already break no rule.
 */
export function resolverFor<Values extends FieldValues>(
  form: FormName,
  shape: (values: Values) => unknown = (values) => values,
  place: Placing = onListInput,
  ownFaults: (values: Values) => readonly Fault[] = () => [],
  stored?: unknown,
): Resolver<Values> {
  return (values) => {
    const sent = shape(values);
    const broken = stored === undefined ? check(form, sent) : checkUpdate(form, sent, stored);
    const errors = fieldErrors([...broken.map(place), ...ownFaults(values)]);
    return Object.keys(errors).length > 0
      ? { values: {}, errors: errors as FieldErrors<Values> }
      : { values, errors: {} };
  };
}

/** Faults in the shape of react-hook-form; of several at one input the first is shown. */
export function fieldErrors(faults: readonly Fault[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { field, message } of faults)
    if (!get(errors, field)) set(errors, field, { type: "rule", message });
  return errors;
}

/** The inputs that have an error, by their paths. */
export function faultyInputs(errors: object, path = ""): string[] {
  return Object.entries(errors).flatMap(([name, error]: [string, unknown]) => {
    if (!error || typeof error !== "object") return [];
    const at = path + name;
    return "message" in error ? [at] : faultyInputs(error, `${at}.`);
  });
}
