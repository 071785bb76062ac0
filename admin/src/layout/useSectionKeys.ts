import { useNavigate } from "react-router-dom";
import { may, type Account } from "../identity/permissions";
import { useKeys } from "../keys/useKeys";
import { words } from "../keys/words";
import { SECTIONS } from "./sections";

/** `g` and then a letter leads to a section, for those who may use it. */
export function useSectionKeys(account: Account | null) {
  const navigate = useNavigate();
  const open = SECTIONS.filter(({ act }) => may(account, act));
  useKeys(
    words.everywhere,
    open.map(({ key, title, path }) => ({
      key: `g ${key}`,
      does: words.goTo(title),
      run: () => void navigate(path),
    })),
  );
}
