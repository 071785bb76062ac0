/**
 * An inline script for the head. A browser decodes embedded fonts only when it first lays out text with them, and paints
 * fallback fonts until then. Loading them in the head makes them ready for the first paint.
 */
export const PRELOAD_FONTS_SCRIPT =
  'for(const face of["400 1em Be Vietnam Pro","600 1em Be Vietnam Pro","600 1em Fraunces"])document.fonts.load(face,"a\\u1EA1")';
