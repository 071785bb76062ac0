/** What the traveller's device asks for. */
import type { Theme } from "./palette";

const DARK = "(prefers-color-scheme: dark)";
const STILL = "(prefers-reduced-motion: reduce)";
const NO_HOVER = "(hover: none)";

export function currentTheme(): Theme {
  return matchMedia(DARK).matches ? "dark" : "light";
}

/** Calls `changed` whenever the device turns dark or light. Returns how to stop. */
export function watchTheme(changed: (theme: Theme) => void): () => void {
  const query = matchMedia(DARK);
  const listen = () => changed(currentTheme());
  query.addEventListener("change", listen);
  return () => query.removeEventListener("change", listen);
}

export function wantsStillness(): boolean {
  return matchMedia(STILL).matches;
}

/** A device without hovering: there the first tap on a marker highlights it and the second opens it. */
export function cannotHover(): boolean {
  return matchMedia(NO_HOVER).matches;
}
