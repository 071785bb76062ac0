/**
 * The forms on the screen, as functions that return whether a form has unsaved changes. If one has, the screen stays
 * when the session ends: the changes can be saved after signing in again.
 */
const forms = new Set<() => boolean>();

/** Registers a form; returns a function that unregisters it. */
export function holdsChanges(isUnsaved: () => boolean): () => void {
  forms.add(isUnsaved);
  return () => forms.delete(isUnsaved);
}

export const isAnythingUnsaved = (): boolean => [...forms].some((isUnsaved) => isUnsaved());

/** Unregisters the forms on the screen, because their record is deleted. */
export const releaseForms = (): void => forms.clear();
