import { useKeys } from "../keys/useKeys";
import { words } from "../keys/words";

/** Ctrl+S (or ⌘S) saves, wherever the focus is. */
export function useSaveKey(submit: () => void) {
  useKeys(words.form, [{ key: "Mod+s", does: words.save, run: submit }]);
}
