let isLeaving = false;

/** Whether the page is on its way out on its own account: nobody is asked whether to stay. */
export const isLeavingAnyway = (): boolean => isLeaving;

/**
 * Reloads the page, because another account is signed in: nothing that was read or typed before belongs to it. What was
 * typed stays in the unsaved copies of the account that typed it.
 */
export function loadAnew(): void {
  isLeaving = true;
  window.location.reload();
}

/** Leaves for the sign-in page. The browser asks first where something is not saved. */
export function toSignIn(): void {
  window.location.assign(`${import.meta.env.BASE_URL}login`);
}
