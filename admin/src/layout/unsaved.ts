/**
 * The forms on screen, each asked whether it holds unsaved changes. While one does, a session that ends does not
 * take the screen away: what was typed stays, and can be saved after signing in again.
 */
const forms = new Set<() => boolean>();

/** Takes a form in; gives what takes it out again. */
export function holdsChanges(isUnsaved: () => boolean): () => void {
  forms.add(isUnsaved);
  return () => forms.delete(isUnsaved);
}

export const isAnythingUnsaved = (): boolean => [...forms].some((isUnsaved) => isUnsaved());

/** Stops asking the forms that are on screen now, because their record is deleted. */
export const releaseForms = (): void => forms.clear();
