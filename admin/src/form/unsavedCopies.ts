/** What somebody typed into a form and has not saved, kept in this browser alone. */
export interface UnsavedCopy<Values> {
  /** When it was typed, as RFC 3339. */
  at: string;
  /** What the form held before. */
  base: Values;
  values: Values;
}

// The name from before records had drafts: copies from then are still offered.
const PREFIX = "karst.draft.";
/** Older ones are forgotten: nobody comes back for them, and others may use the machine. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** Browsers keep five million letters for a site. */
const LONGEST = 500_000;

/** The copy of a form; null without one. */
export function readCopy<Values>(key: string): UnsavedCopy<Values> | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null") as UnsavedCopy<Values> | null;
  } catch {
    return null;
  }
}

/** Separates a form's name from the tab in which it is typed. */
const TAB = "@";
const TAB_ITEM = "karst.tab";

/** The key of this tab's copy of a form: two tabs with the same form overwrite nothing of each other. */
export function ownCopyKey(form: string): string {
  return form + TAB + tabId();
}

/** An id that a tab keeps while it is reloaded. */
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

/** Keeps a copy, if the browser lets it. */
export function keepCopy<Values>(key: string, copy: UnsavedCopy<Values>): void {
  const text = JSON.stringify(copy);
  try {
    if (text.length <= LONGEST) localStorage.setItem(PREFIX + key, text);
  } catch {
    // Full, or forbidden. The form still asks before it is left.
  }
}

export function forgetCopy(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Forbidden: then there is none.
  }
}

/** Forgets what is too old, and what is no copy. */
export function sweepCopies(now: Date): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of keys.map((one) => one.slice(PREFIX.length))) {
      const at = Date.parse(readCopy(key)?.at ?? "");
      if (!(now.getTime() - at < KEPT_MS)) forgetCopy(key);
    }
  } catch {
    // Forbidden.
  }
}
