import DarkModeOutlined from "@mui/icons-material/DarkModeOutlined";
import KeyboardOutlined from "@mui/icons-material/KeyboardOutlined";
import LightModeOutlined from "@mui/icons-material/LightModeOutlined";
import LogoutOutlined from "@mui/icons-material/LogoutOutlined";
import ManageAccountsOutlined from "@mui/icons-material/ManageAccountsOutlined";
import OpenInNew from "@mui/icons-material/OpenInNew";
import {
  Avatar,
  Box,
  Chip,
  Divider,
  List,
  ListItem,
  ListItemButton,
  ListItemIcon,
  Stack,
  Typography,
  type ListItemButtonProps,
} from "@mui/material";
import { useTheme } from "@mui/material/styles";
import type { AccountResponse } from "@karst/client";
import { firstCharacters } from "@karst/web/text";
import type { ElementType } from "react";
import { IconButtonWithTooltip, useLogout, useTheme as useChosenTheme } from "react-admin";
import { Link, useLocation } from "react-router-dom";
import { may } from "../identity/permissions";
import { keysHelp } from "../keys/help";
import { formatNumber } from "../kit/format";
import { t as tKeys } from "../messages/keys.gen";
import { t } from "../messages/layout.gen";
import { SearchButton } from "../palette/SearchButton";
import { useCounts } from "../reports/useCounts";
import { SECTIONS } from "./sections";
import { useSettings } from "./useSettings";

/** The smallest height for touch, or for a mouse. All sections of an admin fit into a window of 800 pixels. */
const listSx = {
  "& .MuiListItemButton-root": {
    minHeight: 44,
    "@media (pointer: fine)": { minHeight: 25 },
    px: 1.5,
    py: 0,
    borderRadius: "12px",
    color: "text.primary",
    fontSize: "0.9375rem",
    fontWeight: 500,
    "& .MuiListItemIcon-root": { minWidth: 36 },
    "&.Mui-selected, &.Mui-selected:hover": { bgcolor: "primary.subtle", fontWeight: 600 },
    "&.Mui-selected, &.Mui-selected .MuiListItemIcon-root": { color: "primary.main" },
  },
};

interface SidebarProps {
  account: AccountResponse;
  /** Closes the drawer that holds the sidebar on small screens. */
  onChosen?: () => void;
}

/** The brand, the sections, and the signed-in account. */
export function Sidebar({ account, onChosen }: SidebarProps) {
  const { pathname } = useLocation();
  return (
    <Stack sx={{ height: "100%", p: 2, pt: 2.5 }}>
      <Brand />
      <Sections account={account} onChosen={onChosen} />
      <List disablePadding sx={{ ...listSx, mt: "auto" }}>
        <Item Icon={OpenInNew} label={t("visit")} href="/" target="_blank" rel="noopener" />
        <Item
          Icon={KeyboardOutlined}
          label={tKeys("title")}
          aria-keyshortcuts="?"
          onClick={() => {
            onChosen?.();
            keysHelp.set(true);
          }}
          // Hidden on touch devices, which have no keyboard.
          sx={{ "@media (hover: none)": { display: "none" } }}
        />
        <Item
          Icon={ManageAccountsOutlined}
          label={t("account")}
          to="/account"
          selected={pathname === "/account"}
          onClick={onChosen}
        />
      </List>
      <Divider sx={{ my: 1.5 }} />
      <SignedIn account={account} />
    </Stack>
  );
}

type ButtonProps = "href" | "target" | "rel" | "aria-keyshortcuts" | "selected" | "onClick" | "sx";

interface ItemProps extends Pick<ListItemButtonProps<"a">, ButtonProps> {
  Icon: ElementType;
  label: string;
  /** The path of the screen. */
  to?: string;
  /** The number of items that wait there. */
  count?: number;
}

/**
 * An item of a list. Items of react-admin's `Menu` only work in a Material UI menu, where letters and arrows move the
 * focus. In the console, letters are keyboard shortcuts.
 */
function Item({ Icon, label, to, count = 0, sx, ...props }: ItemProps) {
  return (
    <ListItem disablePadding sx={sx}>
      <ListItemButton
        {...props}
        component={to ? Link : props.href ? "a" : "div"}
        to={to}
        aria-current={props.selected ? "page" : undefined}
      >
        <ListItemIcon>
          <Icon fontSize="small" aria-hidden />
        </ListItemIcon>
        {label}
        {count > 0 && (
          <Chip size="small" color="primary" label={formatNumber(count)} sx={{ ml: 1, height: 20 }} />
        )}
      </ListItemButton>
    </ListItem>
  );
}

/** The brand from the region's settings. */
export function Brand() {
  const brand = useSettings()?.brand;
  return (
    <Stack direction="row" spacing={1.25} sx={{ alignItems: "center", px: 1, minHeight: 44 }}>
      <img src={`${import.meta.env.BASE_URL}favicon.svg`} alt="" width={32} height={32} />
      <Box>
        <Typography
          sx={{
            fontFamily: (theme) => theme.typography.h1.fontFamily,
            fontWeight: 600,
            lineHeight: 1.15,
            fontSize: "1.0625rem",
          }}
        >
          {brand ?? "\u00a0"}
        </Typography>
        <Typography variant="caption" sx={{ color: "text.secondary", lineHeight: 1.2, display: "block" }}>
          {t("console")}
        </Typography>
      </Box>
      <SearchButton />
    </Stack>
  );
}

function Sections({ account, onChosen }: SidebarProps) {
  const { pathname } = useLocation();
  const reports = useCounts(may(account, "moderate")).data?.open;
  const open = SECTIONS.filter(({ act }) => may(account, act));
  // The longest matching path: on Add Business, Manage Businesses is not current as well.
  const current = [...open]
    .sort((one, other) => other.path.length - one.path.length)
    .find(({ path }) => pathname === path || (path !== "/" && pathname.startsWith(`${path}/`)));
  return (
    <Box component="nav" aria-label={t("sections")} sx={{ my: 2 }}>
      <List disablePadding sx={listSx}>
        {open.map(({ path, name, Icon }) => (
          <Item
            key={path}
            Icon={Icon}
            label={t(`section.${name}`)}
            to={path}
            selected={path === current?.path}
            count={name === "reports" ? reports : undefined}
            onClick={onChosen}
          />
        ))}
      </List>
    </Box>
  );
}

function SignedIn({ account }: { account: AccountResponse }) {
  const logout = useLogout();
  const name = account.displayName || account.email;
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 1, mr: -1 }}>
      <Avatar
        alt=""
        src={account.photoURL ?? undefined}
        sx={{
          width: "2.25rem",
          height: "2.25rem",
          fontSize: "0.9375rem",
          bgcolor: "primary.main",
          color: "primary.contrastText",
        }}
      >
        {firstCharacters(name.trim(), 1).toLocaleUpperCase("en")}
      </Avatar>
      <Box sx={{ minWidth: 0, flexGrow: 1 }}>
        <Typography variant="body2" noWrap title={account.email} sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
        <Typography variant="caption" noWrap sx={{ color: "text.secondary", display: "block" }}>
          {t(`role.${account.role}`)}
        </Typography>
      </Box>
      <ThemeButton />
      <IconButtonWithTooltip
        label={t("signOut")}
        onClick={() => logout({}, undefined, false)}
        sx={{ width: 40, mx: -0.5 }}
      >
        <LogoutOutlined fontSize="small" />
      </IconButtonWithTooltip>
    </Stack>
  );
}

function ThemeButton() {
  const [, choose] = useChosenTheme();
  const isDark = useTheme().palette.mode === "dark";
  const label = isDark ? t("lightColors") : t("darkColors");
  return (
    <IconButtonWithTooltip
      label={label}
      onClick={() => choose(isDark ? "light" : "dark")}
      sx={{ width: 40, mx: -0.5 }}
    >
      {isDark ? <LightModeOutlined fontSize="small" /> : <DarkModeOutlined fontSize="small" />}
    </IconButtonWithTooltip>
  );
}
