/** Focuses the first invalid input in `box`, or its first input or button. */
export function focusFault(box: HTMLElement | null): void {
  const found = ["[aria-invalid=true]", "input, textarea, [role=combobox], button"].map((selector) =>
    box?.querySelector<HTMLElement>(selector),
  );
  found.find(Boolean)?.focus();
}
