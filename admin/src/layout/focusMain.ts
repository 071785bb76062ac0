/** Moves the focus to the start of the screen, for a new screen or after a focused row was removed. */
export function focusMain(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
}
