import Add from "@mui/icons-material/Add";
import DarkModeOutlined from "@mui/icons-material/DarkModeOutlined";
import KeyboardOutlined from "@mui/icons-material/KeyboardOutlined";
import LightModeOutlined from "@mui/icons-material/LightModeOutlined";
import LogoutOutlined from "@mui/icons-material/LogoutOutlined";
import ManageAccountsOutlined from "@mui/icons-material/ManageAccountsOutlined";
import OpenInNew from "@mui/icons-material/OpenInNew";
import RuleOutlined from "@mui/icons-material/RuleOutlined";
import WebhookOutlined from "@mui/icons-material/WebhookOutlined";
import { useTheme } from "@mui/material/styles";
import { useLogout, useTheme as useChosenTheme } from "react-admin";
import { useNavigate } from "react-router-dom";
import { useAccount } from "../identity/useAccount";
import { keysHelp } from "../keys/help";
import { SECTIONS } from "../layout/sections";
import { t as tKeys } from "../messages/keys.gen";
import { t as tLayout } from "../messages/layout.gen";
import { t } from "../messages/palette.gen";
import type { Option } from "./options";

const FORMS = [
  { name: "createBusiness", path: "/businesses/create", act: "createPlace" },
  { name: "createArticle", path: "/articles/create", act: "writeArticles" },
  { name: "createEntry", path: "/guestbook/create", act: "moderate" },
  { name: "createCategory", path: "/categories/create", act: "manageCategories" },
  { name: "createUser", path: "/users/create", act: "manageUsers" },
] as const;

/** The actions and sections that the account may use. */
export function useCommands(): Option[] {
  const { may } = useAccount();
  const navigate = useNavigate();
  const logout = useLogout();
  const [, chooseTheme] = useChosenTheme();
  const isDark = useTheme().palette.mode === "dark";
  const to = (path: string) => () => void navigate(path);
  const action = (id: string, option: Omit<Option, "id" | "group">): Option => ({
    id: `action ${id}`,
    group: t("groups.actions"),
    ...option,
  });
  const section = (path: string, option: Omit<Option, "id" | "group" | "run">): Option => ({
    id: `section ${path}`,
    group: t("groups.sections"),
    run: to(path),
    ...option,
  });
  return [
    ...FORMS.filter(({ act }) => may(act)).map(({ name, path }) =>
      action(name, {
        label: t(`add.${name}`),
        keywords: t(`keywords.${name}`),
        Icon: Add,
        run: to(path),
      }),
    ),
    action("theme", {
      label: tLayout(isDark ? "lightColors" : "darkColors"),
      keywords: t("keywords.theme"),
      Icon: isDark ? LightModeOutlined : DarkModeOutlined,
      run: () => chooseTheme(isDark ? "light" : "dark"),
    }),
    action("shortcuts", {
      label: tKeys("title"),
      keywords: t("keywords.shortcuts"),
      shortcut: "?",
      Icon: KeyboardOutlined,
      run: () => keysHelp.set(true),
    }),
    action("visit", {
      label: tLayout("visit"),
      keywords: t("keywords.visit"),
      Icon: OpenInNew,
      run: () => void window.open("/", "_blank", "noopener"),
    }),
    action("signOut", {
      label: tLayout("signOut"),
      keywords: t("keywords.signOut"),
      Icon: LogoutOutlined,
      run: () => void logout({}, undefined, false),
    }),
    // A section that only adds a record is an action above.
    ...SECTIONS.filter(({ act, path }) => may(act) && !path.endsWith("/create")).map(
      ({ path, key, name, Icon }) =>
        section(path, { label: tLayout(`section.${name}`), shortcut: `g ${key}`, Icon }),
    ),
    ...(may("readAudit")
      ? [section("/invalid-values", { label: tLayout("section.invalidValues"), Icon: RuleOutlined })]
      : []),
    ...(may("manageSettings")
      ? [section("/webhooks", { label: tLayout("section.webhooks"), Icon: WebhookOutlined })]
      : []),
    section("/account", {
      label: tLayout("account"),
      keywords: t("keywords.account"),
      Icon: ManageAccountsOutlined,
    }),
  ];
}
