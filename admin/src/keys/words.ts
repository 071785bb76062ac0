/** Texts that are not in a catalog yet. */
export const words = { help: "Keyboard shortcuts" };
