import { useNavigate } from "react-router-dom";
import { may, type Account } from "../identity/permissions";
import { useKeys } from "../keys/useKeys";
import { t as tKeys } from "../messages/keys.gen";
import { t } from "../messages/layout.gen";
import { SECTIONS } from "./sections";

/** Shortcuts for the sections that the account may use: `g` and then a letter. */
export function useSectionKeys(account: Account | null) {
  const navigate = useNavigate();
  const open = SECTIONS.filter(({ act }) => may(account, act));
  useKeys(
    tKeys("group.everywhere"),
    open.map(({ key, name, path }) => ({
      key: `g ${key}`,
      does: tKeys("goTo", { section: t(`section.${name}`) }),
      run: () => void navigate(path),
    })),
  );
}
