/** A shortcut: one key, or two one after the other, with a description and an action. */
export interface Key {
  /** As in `KeyboardEvent.key`; `g m` for two keys one after the other; with the prefix `Mod+` for Ctrl, or ⌘. */
  key: string;
  does: string;
  run: () => void;
  /** Whether holding the key repeats the action. */
  repeats?: boolean;
  /** Whether the shortcut is enabled. The browser's own action is prevented in any case. Default: always. */
  isEnabled?: () => boolean;
}

/** Shortcuts that belong together, active while their component is on the screen. */
export interface Group {
  title: string;
  keys: readonly Key[];
}

/** The maximum pause between two keys. */
const PAUSE_MS = 1500;

/** All groups on the screen. Groups that were added later take precedence. */
const groups = new Set<Group>();
let areSingleKeysOn = true;
const NOTHING = { key: "", at: -Infinity };
/** The first of two keys, and when it was pressed. */
let begun = NOTHING;

/** Activates the shortcuts of a group; returns a function that deactivates them. One listener serves all groups. */
export function addKeys(group: Group): () => void {
  if (groups.size === 0) window.addEventListener("keydown", pressed);
  groups.add(group);
  return () => {
    groups.delete(group);
    if (groups.size === 0) window.removeEventListener("keydown", pressed);
  };
}

/** Turns shortcuts without a modifier key on or off, as WCAG 2.1.4 requires. */
export function turnSingleKeys(isOn: boolean): void {
  areSingleKeysOn = isOn;
}

/** The groups on the screen. Groups with the same title are merged. */
export function groupsNow(): Group[] {
  const found = new Map<string, Key[]>();
  for (const { title, keys } of [...groups].reverse()) {
    const earlier = found.get(title) ?? [];
    // A list and its empty state have the same button, with the same key.
    const added = keys.filter(({ key }) => !earlier.some((one) => one.key === key));
    if (keys.length > 0) found.set(title, [...earlier, ...added]);
  }
  return [...found].map(([title, keys]) => ({ title, keys }));
}

function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || event.isComposing) return;
  const isHeld = event.ctrlKey || event.metaKey;
  if (!isHeld && (!areSingleKeysOn || isForSomethingElse(event))) return;
  const pressedKey = isHeld ? `Mod+${letterOf(event)}` : event.key;
  const name = event.timeStamp - begun.at < PAUSE_MS ? `${begun.key} ${pressedKey}` : pressedKey;
  begun = NOTHING;
  const all = [...groups].reverse().flatMap(({ keys }) => keys);
  const named = all.filter((one) => one.key === name);
  if (named.length > 0) {
    event.preventDefault();
    const key = named.find(({ isEnabled }) => isEnabled?.() ?? true);
    if (key && (key.repeats || !event.repeat)) key.run();
  } else if (all.some((one) => one.key.startsWith(`${name} `))) {
    begun = { key: name, at: event.timeStamp };
  }
}

/**
 * The letter of a key. On layouts with other letters (Cyrillic, Greek), the letter of the same key on a Latin layout.
 */
function letterOf({ key, code }: KeyboardEvent): string {
  const latin = /^Key([A-Z])$/.exec(code)?.[1];
  return (key > "~" && latin ? latin : key).toLowerCase();
}

/** Whether the key is typed into a field, or meant for a dialog or a menu. */
function isForSomethingElse({ target }: KeyboardEvent): boolean {
  if (target instanceof HTMLElement) {
    if (target.isContentEditable || target.matches("textarea, select")) return true;
    if (target.matches("input:not([type=checkbox], [type=radio])")) return true;
  }
  // An open dialog contains the focus; one that is fading out does not. If the focused button of a dialog disappears,
  // the dialog's container gets the focus.
  const inFront = document.activeElement?.closest(
    '.MuiModal-root, [role="dialog"], [role="menu"], [role="listbox"]',
  );
  return inFront !== null && inFront !== undefined;
}
