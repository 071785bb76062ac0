import { useRef, type RefObject } from "react";
import { useKeys } from "../keys/useKeys";
import { t } from "../messages/keys.gen";

/**
 * Saves on Ctrl+S (or ⌘S), wherever the focus is, except while a dialog is open over the form. Attach the returned
 * ref to the form; without it, the shortcut does nothing.
 */
export function useSaveKey(submit: () => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const isEnabled = () => form.current !== null && !isBehindDialog(form.current);
  useKeys(t("group.form"), [{ key: "Mod+s", does: t("save"), run: submit, isEnabled }]);
  return form;
}

/** Whether a modal is open that does not contain the form. One that is only fading out does not count. */
function isBehindDialog(form: HTMLFormElement): boolean {
  const focused = document.activeElement ?? document.body;
  // An element that is removed or disabled loses the focus to the body before the modal takes it back. Then only MUI's
  // mark remains: everything outside the top modal is hidden from assistive technology.
  if (focused === document.body) return form.closest('[aria-hidden="true"]') !== null;
  const modal = focused.closest(".MuiModal-root");
  return modal !== null && !modal.contains(form);
}
