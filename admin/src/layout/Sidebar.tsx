import DarkModeOutlined from "@mui/icons-material/DarkModeOutlined";
import KeyboardOutlined from "@mui/icons-material/KeyboardOutlined";
import LightModeOutlined from "@mui/icons-material/LightModeOutlined";
import LogoutOutlined from "@mui/icons-material/LogoutOutlined";
import ManageAccountsOutlined from "@mui/icons-material/ManageAccountsOutlined";
import OpenInNew from "@mui/icons-material/OpenInNew";
import {
  Avatar,
  Box,
  Divider,
  IconButton,
  List,
  ListItem,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  Stack,
  Tooltip,
  Typography,
} from "@mui/material";
import { useTheme } from "@mui/material/styles";
import type { AccountResponse } from "@karst/client";
import { firstCharacters } from "@karst/web/text";
import { useLogout, useTheme as useChosenTheme } from "react-admin";
import { Link, useLocation } from "react-router-dom";
import { may } from "../identity/permissions";
import { keysHelp } from "../keys/help";
import { t as tKeys } from "../messages/keys.gen";
import { t } from "../messages/layout.gen";
import { SearchButton } from "../palette/SearchButton";
import { SECTIONS } from "./sections";
import { useSettings } from "./useSettings";

/** Brand, sections, and who is signed in. `onChosen` closes the drawer that holds it on small screens. */
export function Sidebar({ account, onChosen }: { account: AccountResponse; onChosen?: () => void }) {
  return (
    <Stack sx={{ height: "100%", p: 2, pt: 2.5 }}>
      <Brand />
      <Sections account={account} onChosen={onChosen} />
      <Box sx={{ flexGrow: 1 }} />
      <List
        dense
        disablePadding
        sx={{
          "& .MuiListItemButton-root": { minHeight: 44, px: 1.5, py: 0 },
          "@media (pointer: fine)": { "& .MuiListItemButton-root": { minHeight: 36 } },
        }}
      >
        <ListItem disablePadding>
          <ListItemButton component="a" href="/" target="_blank" rel="noopener">
            <ListItemIcon sx={{ minWidth: 36 }}>
              <OpenInNew fontSize="small" aria-hidden />
            </ListItemIcon>
            <ListItemText primary={t("visit")} />
          </ListItemButton>
        </ListItem>
        <KeysItem onChosen={onChosen} />
        <OwnAccount onChosen={onChosen} />
      </List>
      <Divider sx={{ my: 1.5 }} />
      <SignedIn account={account} />
    </Stack>
  );
}

/** The brand as the region's settings have it. */
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

function Sections({ account, onChosen }: { account: AccountResponse; onChosen?: () => void }) {
  const { pathname } = useLocation();
  const open = SECTIONS.filter(({ act }) => may(account, act));
  // The longest path that fits: Add Business is not also Manage Businesses.
  const current = [...open]
    .sort((one, other) => other.path.length - one.path.length)
    .find(({ path }) => pathname === path || (path !== "/" && pathname.startsWith(`${path}/`)));
  return (
    <Box component="nav" aria-label={t("sections")} sx={{ mt: 2 }}>
      <List disablePadding>
        {open.map(({ path, name, Icon }) => (
          <ListItem key={path} disablePadding>
            <ListItemButton
              component={Link}
              to={path}
              selected={path === current?.path}
              aria-current={path === current?.path ? "page" : undefined}
              onClick={onChosen}
              // As low as a finger allows, or a mouse: all of an admin's fit a window of 800 pixels.
              sx={{
                minHeight: 44,
                "@media (pointer: fine)": { minHeight: 36 },
                py: 0,
                px: 1.5,
                "&.Mui-selected": {
                  color: "primary.main",
                  "& .MuiListItemIcon-root": { color: "primary.main" },
                },
              }}
            >
              <ListItemIcon sx={{ minWidth: 36 }}>
                <Icon fontSize="small" aria-hidden />
              </ListItemIcon>
              <ListItemText
                primary={t(`section.${name}`)}
                slotProps={{
                  primary: { sx: { fontWeight: path === current?.path ? 600 : 500, fontSize: "0.9375rem" } },
                }}
              />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Box>
  );
}

/** Where there is a keyboard. */
function KeysItem({ onChosen }: { onChosen?: () => void }) {
  return (
    <ListItem disablePadding sx={{ "@media (hover: none)": { display: "none" } }}>
      <ListItemButton
        aria-keyshortcuts="?"
        onClick={() => {
          onChosen?.();
          keysHelp.set(true);
        }}
      >
        <ListItemIcon sx={{ minWidth: 36 }}>
          <KeyboardOutlined fontSize="small" aria-hidden />
        </ListItemIcon>
        <ListItemText primary={tKeys("title")} />
      </ListItemButton>
    </ListItem>
  );
}

function OwnAccount({ onChosen }: { onChosen?: () => void }) {
  const isOpen = useLocation().pathname === "/account";
  return (
    <ListItem disablePadding>
      <ListItemButton
        component={Link}
        to="/account"
        selected={isOpen}
        aria-current={isOpen ? "page" : undefined}
        onClick={onChosen}
      >
        <ListItemIcon sx={{ minWidth: 36 }}>
          <ManageAccountsOutlined fontSize="small" aria-hidden />
        </ListItemIcon>
        <ListItemText primary={t("account")} />
      </ListItemButton>
    </ListItem>
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
      <Tooltip title={t("signOut")}>
        <IconButton
          aria-label={t("signOut")}
          onClick={() => logout({}, undefined, false)}
          sx={{ width: 40, mx: -0.5 }}
        >
          <LogoutOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
    </Stack>
  );
}

function ThemeButton() {
  const [, choose] = useChosenTheme();
  const isDark = useTheme().palette.mode === "dark";
  const label = isDark ? t("lightColors") : t("darkColors");
  return (
    <Tooltip title={label}>
      <IconButton
        aria-label={label}
        onClick={() => choose(isDark ? "light" : "dark")}
        sx={{ width: 40, mx: -0.5 }}
      >
        {isDark ? <LightModeOutlined fontSize="small" /> : <DarkModeOutlined fontSize="small" />}
      </IconButton>
    </Tooltip>
  );
}
