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
  const named = [...document.querySelectorAll<HTMLElement>("form [name]")];
  const groups = [...document.querySelectorAll<HTMLElement>("form [data-fields]")];
  const input = named.find((element) => `${element.getAttribute("name")}.`.startsWith(`${field}.`));
  // For a list, the button that opens it.
  const group = groups.find(({ dataset }) => dataset.fields?.split(" ").includes(field));
  (input ?? group?.querySelector<HTMLElement>("[aria-expanded]"))?.focus();
}
