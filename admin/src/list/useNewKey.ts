import { useNavigate, type To } from "react-router-dom";
import { useKeys } from "../keys/useKeys";
import { t } from "../messages/keys.gen";

/** The shortcut `n` for the list's button that adds a record. */
export function useNewKey(does: string, to: To) {
  const navigate = useNavigate();
  useKeys(t("group.list"), [{ key: "n", does, run: () => void navigate(to) }]);
}
