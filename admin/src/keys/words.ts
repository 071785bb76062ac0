const isMac = /Mac|iPad|iPhone/.test(navigator.platform);

/** The words of the keyboard shortcuts. What a key does is said where it is done. */
export const words = {
  help: "Keyboard shortcuts",
  close: "Close",
  then: "then",
  isOn: "Shortcuts of a single key",
  isOnHint: "Turn them off when another tool uses the same keys.",
  everywhere: "Everywhere",
  list: "This list",
  form: "This form",
  undo: "undo what was just done",
  show: "show this list",
  search: "search",
  save: "save",
  goTo: (section: string) => `go to ${section}`,
  /** Keys as people call them. */
  names: { Mod: isMac ? "⌘" : "Ctrl", Escape: "Esc" } as Record<string, string | undefined>,
};
