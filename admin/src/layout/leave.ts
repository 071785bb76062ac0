let isLeaving = false;

/** Whether the console itself is leaving the page: the user is then not asked about unsaved changes. */
export const isLeavingAnyway = (): boolean => isLeaving;

/**
 * Reloads the page because another account is signed in, to which the loaded and typed data does not belong. The
 * typed data stays in the unsaved copies of its own account.
 */
export function loadAnew(): void {
  isLeaving = true;
  window.location.reload();
}

/** Opens the sign-in page. The browser asks first if there are unsaved changes. */
export function toSignIn(): void {
  window.location.assign(`${import.meta.env.BASE_URL}login`);
}
