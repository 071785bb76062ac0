/** Unsaved changes of a form, stored in this browser only. */
export interface UnsavedCopy<Values> {
  /** The time of the last change, as RFC 3339. */
  at: string;
  /** The form values before the changes. */
  base: Values;
  values: Values;
}

// The prefix is older than the drafts of records. Copies with it are still offered.
const PREFIX = "karst.draft.";
/** Older copies are deleted: nobody needs them any more, and other people may use the device. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** Browsers store about five million characters per site. */
const LONGEST = 500_000;

/** The stored copy of a form; null if there is none. */
export function readCopy<Values>(key: string): UnsavedCopy<Values> | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null") as UnsavedCopy<Values> | null;
  } catch {
    return null;
  }
}

/** Separates the name of a form from the id of the tab. */
const TAB = "@";
const TAB_ITEM = "karst.tab";

/** The key of this tab's copy of a form. Two tabs with the same form do not overwrite each other's copies. */
export function ownCopyKey(form: string): string {
  return form + TAB + tabId();
}

/** The id of a tab, which it keeps across reloads. */
function tabId(): string {
  const made = Math.random().toString(36).slice(2);
  try {
    const id = sessionStorage.getItem(TAB_ITEM) ?? made;
    sessionStorage.setItem(TAB_ITEM, id);
    return id;
  } catch {
    return made;
  }
}

/** The copies of a form from all tabs, newest first, each with its key. */
export function copiesOf<Values>(form: string): { key: string; copy: UnsavedCopy<Values> }[] {
  try {
    const keys = Object.keys(localStorage).map((name) => name.slice(PREFIX.length));
    return keys
      .filter((key) => key === form || key.startsWith(form + TAB))
      .flatMap((key) => {
        const copy = readCopy<Values>(key);
        return copy ? [{ key, copy }] : [];
      })
      .sort((one, other) => other.copy.at.localeCompare(one.copy.at));
  } catch {
    return [];
  }
}

/** Stores a copy, if the browser allows it. */
export function keepCopy<Values>(key: string, copy: UnsavedCopy<Values>): void {
  const text = JSON.stringify(copy);
  try {
    if (text.length <= LONGEST) localStorage.setItem(PREFIX + key, text);
  } catch {
    // The storage is full or blocked. Leaving the form still asks about unsaved changes.
  }
}

export function forgetCopy(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // The storage is blocked, so there is no copy.
  }
}

/** Deletes copies that are too old or invalid. */
export function sweepCopies(now: Date): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of keys.map((one) => one.slice(PREFIX.length))) {
      const at = Date.parse(readCopy(key)?.at ?? "");
      if (!(now.getTime() - at < KEPT_MS)) forgetCopy(key);
    }
  } catch {
    // The storage is blocked.
  }
}
