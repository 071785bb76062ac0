/** Forms of react-hook-form that show the errors of the API's rules and of the server in the same way. */
import type { FieldError } from "@karst/client";
import { useForm, type FieldValues, type Path, type UseFormProps } from "react-hook-form";

/** A field that breaks a rule, by its path (`gallery.2`, `map.zoom`), and the message. */
export type Violation = Pick<FieldError, "field" | "message">;

type ContractFormOptions<Values extends FieldValues> = UseFormProps<Values> & {
  /** The fields in the order on the screen: the first invalid one gets the focus. Default: the order of the values. */
  fieldOrder?: readonly string[];
  /** Makes a field visible before it gets the focus. */
  reveal?: (field: string) => void;
};

/** A form whose first invalid field gets the focus, whether its own rules or the server found the error. */
export function useContractForm<Values extends FieldValues>({
  fieldOrder,
  reveal,
  ...options
}: ContractFormOptions<Values>) {
  // The form library would focus by the order of registration, which can differ from that on the screen.
  const form = useForm<Values>({ ...options, shouldFocusError: false });

  function focusFirst(invalid: readonly string[]): void {
    const order = fieldOrder ?? Object.keys(form.getValues());
    const first = order
      .map((field) => invalid.find((path) => path === field || path.startsWith(`${field}.`)))
      .find((path) => path !== undefined);
    if (first === undefined) return;
    reveal?.(first);
    form.setFocus(first as Path<Values>);
    // A field that has the focus already may be outside of the visible area.
    document.activeElement?.scrollIntoView?.({ block: "nearest" });
  }

  return {
    form,
    /** Shows errors at their fields and focuses the first one. Returns whether any belongs to a field of the form. */
    showErrors(violations: readonly Violation[]): boolean {
      const values = form.getValues();
      const shown = violations.filter(({ field }) => field.split(".")[0]! in values);
      // In reverse, because a later error replaces an earlier one of the same field.
      for (const { field, message } of [...shown].reverse())
        form.setError(field as Path<Values>, { type: "rule", message });
      focusFirst(shown.map(({ field }) => field));
      return shown.length > 0;
    },
    handleSubmit: (send: (values: Values) => Promise<void>) =>
      form.handleSubmit(send, (errors) => focusFirst(invalidFields(errors))),
  };
}

/** The paths of the fields that have an error. */
export function invalidFields(errors: object, path = ""): string[] {
  return Object.entries(errors).flatMap(([name, error]: [string, unknown]) => {
    if (!error || typeof error !== "object") return [];
    const field = path + name;
    return "message" in error ? [field] : invalidFields(error, `${field}.`);
  });
}
