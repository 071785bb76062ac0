/** One key, or two one after the other: what it is, what it does, and doing it. */
export interface Key {
  /** As `KeyboardEvent.key` has it; `g m` for two in a row; with `Mod+` in front for Ctrl, or ⌘. */
  key: string;
  does: string;
  run: () => void;
  /** Whether holding it down means it again and again. */
  repeats?: boolean;
  /** Whether it runs at the moment; the browser's own action is prevented in any case. Default: always. */
  isEnabled?: () => boolean;
}

/** Keys that belong together, as long as what they are for is on the screen. */
export interface Group {
  title: string;
  keys: readonly Key[];
}

/** How long the second of two keys is waited for. */
const PAUSE_MS = 1500;

/** Every group on the screen; the last to come is asked first. */
const groups = new Set<Group>();
let areSingleKeysOn = true;
const NOTHING = { key: "", at: -Infinity };
/** The first of two keys, and when it was pressed. */
let begun = NOTHING;

/** Puts a group's keys in force; answers what takes them out again. One listener hears all of them. */
export function addKeys(group: Group): () => void {
  if (groups.size === 0) window.addEventListener("keydown", pressed);
  groups.add(group);
  return () => {
    groups.delete(group);
    if (groups.size === 0) window.removeEventListener("keydown", pressed);
  };
}

/** Whether keys that are not held with others mean something: people can turn them off (WCAG 2.1.4). */
export function turnSingleKeys(isOn: boolean): void {
  areSingleKeysOn = isOn;
}

/** The groups on the screen, those of one title as one. */
export function groupsNow(): Group[] {
  const found = new Map<string, Key[]>();
  for (const { title, keys } of [...groups].reverse()) {
    if (keys.length > 0) found.set(title, [...(found.get(title) ?? []), ...keys]);
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

/** What a held key says; where the layout has other letters (Cyrillic, Greek), what the key is on a Latin one. */
function letterOf({ key, code }: KeyboardEvent): string {
  const latin = /^Key([A-Z])$/.exec(code)?.[1];
  return (key > "~" && latin ? latin : key).toLowerCase();
}

/** A key that is typed into a field, or meant for a dialog or a menu. */
function isForSomethingElse({ target }: KeyboardEvent): boolean {
  if (target instanceof HTMLElement) {
    if (target.isContentEditable || target.matches("textarea, select")) return true;
    if (target.matches("input:not([type=checkbox], [type=radio])")) return true;
  }
  // Whatever is open holds the focus; what is only fading out does not.
  // A dialog whose focused button goes away hands it to the box around itself.
  const inFront = document.activeElement?.closest(
    '.MuiModal-root, [role="dialog"], [role="menu"], [role="listbox"]',
  );
  return inFront !== null && inFront !== undefined;
}
