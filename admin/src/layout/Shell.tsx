import MenuIcon from "@mui/icons-material/Menu";
import { Box, Button, Drawer, IconButton, Stack, Typography, useMediaQuery, type Theme } from "@mui/material";
import { Component, lazy, Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { useAccount } from "../identity/useAccount";
import { KeysHelp } from "../keys/KeysHelp";
import { t } from "../messages/layout.gen";
import { AccessDenied } from "./AccessDenied";
import { focusMain } from "./focusMain";
import { deniedText } from "./denied";
import { Brand, Sidebar } from "./Sidebar";
import { SignInAgain } from "./SignInAgain";
import { useSectionKeys } from "./useSectionKeys";
import { Waiting } from "./Waiting";

const SecondFactorRequired = lazy(() => import("../account/SecondFactorRequired"));

const SIDEBAR_PX = 264;

/**
 * The frame of every screen, for accounts with access. Other accounts see only Access Denied. In react-admin's `Layout`,
 * the menu is inside the landmark `<main>`.
 */
export function Shell({ children }: { children: ReactNode }) {
  const { account, isPending, may } = useAccount();
  const { pathname } = useLocation();
  const screen = screenOf(pathname);
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up("md"));
  const [isOpen, setOpen] = useState(false);
  useFocusOnNewScreen(screen);
  useSectionKeys(account);
  if (isPending) return <Waiting />;
  if (account?.lacksRequiredSecondFactor) {
    return (
      <Suspense fallback={<Waiting />}>
        <SecondFactorRequired account={account} />
      </Suspense>
    );
  }
  if (!account || !may("enter")) return <AccessDenied account={account} text={deniedText(pathname)} />;
  return (
    <Box sx={{ display: "flex", minHeight: "100dvh", bgcolor: "background.default", color: "text.primary" }}>
      <SkipLink />
      {isWide ? (
        <Box
          component="header"
          sx={{
            width: SIDEBAR_PX,
            flexShrink: 0,
            position: "sticky",
            top: 0,
            height: "100dvh",
            overflowY: "auto",
            borderRight: 1,
            borderColor: "divider",
          }}
        >
          <Sidebar account={account} />
        </Box>
      ) : (
        <Drawer
          open={isOpen}
          onClose={() => setOpen(false)}
          slotProps={{
            paper: {
              "aria-label": t("sections"),
              sx: { width: SIDEBAR_PX, bgcolor: "background.default" },
            },
          }}
        >
          <Sidebar account={account} onChosen={() => setOpen(false)} />
        </Drawer>
      )}
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        {!isWide && <TopBar isOpen={isOpen} onOpen={() => setOpen(true)} />}
        <Box component="main" id="main" tabIndex={-1} sx={{ outline: "none" }}>
          <Broken key={screen}>
            <Suspense fallback={<Waiting />}>{children}</Suspense>
          </Broken>
        </Box>
      </Box>
      <KeysHelp />
      <SignInAgain account={account} />
    </Box>
  );
}

/** The screen at a path. Forms in dialogs over their list and the tabs of the older page are not separate screens. */
function screenOf(pathname: string): string {
  return (
    /^\/(?:(users|admin|categories|guestbook|moderation|contact)\/(?!trash$)|articles\/(?=create$))/
      .exec(pathname)?.[0]
      .slice(0, -1) ?? pathname
  );
}

/**
 * Moves the focus to the start of each new screen, because the link that led there is gone. Not on the first screen.
 */
function useFocusOnNewScreen(screen: string) {
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current !== screen) focusMain();
    shown.current = screen;
  }, [screen]);
}

/** The first tab stop: skips the menu and leads to the screen. */
function SkipLink() {
  return (
    <Button
      variant="contained"
      onClick={focusMain}
      sx={{
        position: "fixed",
        top: 8,
        left: 8,
        zIndex: "tooltip",
        transform: "translateY(-200%)",
        "&:focus": { transform: "none" },
      }}
    >
      {t("skip")}
    </Button>
  );
}

function TopBar({ isOpen, onOpen }: { isOpen: boolean; onOpen: () => void }) {
  return (
    <Stack
      component="header"
      direction="row"
      sx={{
        alignItems: "center",
        gap: 0.5,
        px: 1,
        height: 60,
        position: "sticky",
        top: 0,
        zIndex: "appBar",
        bgcolor: "background.default",
        borderBottom: 1,
        borderColor: "divider",
      }}
    >
      <IconButton aria-label={t("openMenu")} aria-expanded={isOpen} onClick={onOpen}>
        <MenuIcon />
      </IconButton>
      <Brand />
    </Stack>
  );
}

/**
 * An error boundary: shows that a screen failed to render, and keeps the menu working. It must be a class component.
 */
class Broken extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Stack role="alert" spacing={2} sx={{ p: 4, alignItems: "flex-start" }}>
        <Typography variant="h1">{t("broken.title")}</Typography>
        <Typography>{t("broken.text")}</Typography>
        <Button variant="contained" onClick={() => window.location.reload()}>
          {t("broken.reload")}
        </Button>
      </Stack>
    );
  }
}
