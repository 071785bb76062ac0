import { useNavigate, type To } from "react-router-dom";
import { useKeys } from "../keys/useKeys";
import { words } from "../keys/words";

/** `n` does what the list's button for something new does. */
export function useNewKey(does: string, to: To) {
  const navigate = useNavigate();
  useKeys(words.list, [{ key: "n", does: does.toLowerCase(), run: () => void navigate(to) }]);
}
