import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { reveal } from "../form/Fold";

/** Focuses the input of a field, or of its first part if it has several. `open` makes the field reachable first. */
export function focusField<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  field: string,
  open: (field: string) => void = reveal,
): void {
  open(field);
  const before = document.activeElement;
  form.setFocus(field as Path<Values>);
  if (document.activeElement !== before) return;
  const name = CSS.escape(field);
  const input =
    document.querySelector<HTMLElement>(`form :is([name="${name}"], [name^="${name}."])`) ??
    // A list: the button that opens it.
    document.querySelector<HTMLElement>(`form [data-fields~="${name}"] [aria-expanded]`);
  input?.focus();
}
