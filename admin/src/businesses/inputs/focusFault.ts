import { reveal } from "../../form/Fold";

/** Focuses the first invalid input in `box`, or its first input or button. Opens the folded items around it. */
export function focusFault(box: HTMLElement | null): void {
  const found = ["[aria-invalid=true]", "input, textarea, [role=combobox], button"].map((selector) =>
    box?.querySelector<HTMLElement>(selector),
  );
  const input = found.find(Boolean);
  const name = input?.getAttribute("name");
  if (name) reveal(name);
  input?.focus();
}
