import type { Theme } from "@karst/web/map-style";

const DARK = "(prefers-color-scheme: dark)";
const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";
const NO_HOVER = "(hover: none)";

export function currentTheme(): Theme {
  return matchMedia(DARK).matches ? "dark" : "light";
}

/** Calls `onChange` after each change of the color scheme. Returns a function that stops it. */
export function watchTheme(onChange: (theme: Theme) => void): () => void {
  const query = matchMedia(DARK);
  const listener = () => onChange(currentTheme());
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

export function prefersReducedMotion(): boolean {
  return matchMedia(REDUCED_MOTION).matches;
}

export function hasNoHover(): boolean {
  return matchMedia(NO_HOVER).matches;
}
