/**
 * Runs before anything is drawn. A browser unpacks the letters that came with the style sheet only when it first lays
 * out words set in them, and would paint those words in stand-ins meanwhile. Asked for in the head, they are ready.
 */
export const PRELOAD_FONTS_SCRIPT =
  'for(const face of["400 1em Be Vietnam Pro","600 1em Be Vietnam Pro","600 1em Fraunces"])document.fonts.load(face,"a\\u1EA1")';
