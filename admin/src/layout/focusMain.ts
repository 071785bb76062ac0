/** Puts the focus at the start of the screen, where a new screen begins or a removed row used to be. */
export function focusMain(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
}
