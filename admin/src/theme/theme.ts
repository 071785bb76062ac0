import type { ThemeOptions } from "@mui/material/styles";
import { dark, light, type Tokens } from "./tokens";

const TITLE = '"Fraunces Variable", Georgia, serif';
const TEXT = '"Be Vietnam Pro", system-ui, sans-serif';

declare module "@mui/material/styles" {
  interface Theme {
    tokens: Tokens;
  }
  interface ThemeOptions {
    tokens?: Tokens;
  }
}

/** Material UI spoken with the project's tokens: dense, round, quiet, with one visible focus ring. */
function theme(mode: "light" | "dark", tokens: Tokens): ThemeOptions {
  const focusRing = { outline: `3px solid ${tokens.river}`, outlineOffset: 2 };
  const title = (rem: number, weight = 600) => ({
    fontFamily: TITLE,
    fontSize: `${rem}rem`,
    fontWeight: weight,
    lineHeight: 1.2,
    letterSpacing: "-0.01em",
    fontOpticalSizing: "auto" as const,
  });
  return {
    tokens,
    palette: {
      mode,
      background: { default: tokens.paper, paper: tokens.surface },
      text: { primary: tokens.ink, secondary: tokens.quiet },
      primary: { main: tokens.jungle, dark: tokens.jungleNear, contrastText: tokens.onJungle },
      secondary: { main: tokens.river, contrastText: tokens.onJungle },
      info: { main: tokens.river, contrastText: tokens.onJungle },
      success: { main: tokens.jungle, dark: tokens.jungleNear, contrastText: tokens.onJungle },
      warning: { main: tokens.lantern, contrastText: tokens.onJungle },
      error: { main: tokens.clay, dark: tokens.clayNear, contrastText: tokens.onJungle },
      divider: tokens.line,
    },
    shape: { borderRadius: 10 },
    spacing: 8,
    typography: {
      fontFamily: TEXT,
      fontSize: 14,
      h1: title(2),
      h2: title(1.375),
      h3: title(1.125),
      h6: title(1.125),
      subtitle2: { fontWeight: 600 },
      button: { textTransform: "none", fontWeight: 600 },
      overline: {
        textTransform: "none",
        letterSpacing: 0,
        fontSize: "0.8125rem",
        fontWeight: 600,
        lineHeight: 1.5,
      },
    },
    components: {
      MuiCssBaseline: {
        styleOverrides: {
          body: { overflowWrap: "break-word" },
          // Not what only code puts the focus on (a screen, a dialog): a ring around everything says nothing.
          'a:focus-visible, button:focus-visible, [tabindex="0"]:focus-visible': focusRing,
          "@media (prefers-reduced-motion: reduce)": {
            "*, *::before, *::after": {
              animationDuration: "1ms !important",
              transitionDuration: "1ms !important",
            },
          },
        },
      },
      MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: "none" } } },
      MuiCard: {
        defaultProps: { variant: "outlined" },
        styleOverrides: { root: { borderRadius: 16, borderColor: tokens.line } },
      },
      MuiDialog: {
        styleOverrides: {
          paper: { borderRadius: 20, boxShadow: tokens.shadow, border: `1px solid ${tokens.line}` },
          paperFullScreen: { borderRadius: 0, border: 0 },
        },
      },
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        styleOverrides: { root: { "&.Mui-focusVisible": focusRing } },
      },
      MuiButton: {
        defaultProps: { disableElevation: true },
        styleOverrides: { root: { borderRadius: 999, minHeight: 44, paddingInline: 18 } },
      },
      MuiIconButton: {
        styleOverrides: { root: { borderRadius: 12 }, sizeMedium: { inlineSize: 44, blockSize: 44 } },
      },
      MuiChip: { styleOverrides: { root: { borderRadius: 999, fontWeight: 500 } } },
      MuiTextField: { defaultProps: { variant: "outlined", size: "small", fullWidth: true, margin: "none" } },
      MuiFormControl: { defaultProps: { variant: "outlined", size: "small", margin: "none" } },
      MuiOutlinedInput: {
        styleOverrides: {
          root: {
            backgroundColor: tokens.surface,
            minHeight: 44,
            "&.Mui-readOnly, &.Mui-disabled": { backgroundColor: tokens.paper },
          },
          // 3:1 against surface and paper alike: an input is a control.
          notchedOutline: { borderColor: mode === "light" ? "#8A958E" : "#6B7A72" },
        },
      },
      MuiFormHelperText: { styleOverrides: { root: { marginInline: 2, lineHeight: 1.4 } } },
      MuiTooltip: { defaultProps: { enterDelay: 400 }, styleOverrides: { tooltip: { fontSize: "0.75rem" } } },
      MuiTab: { styleOverrides: { root: { minHeight: 48, paddingInline: 14, fontWeight: 600 } } },
      MuiTableCell: {
        styleOverrides: {
          root: { borderColor: tokens.line, paddingBlock: 8, paddingInline: 12 },
          head: { whiteSpace: "nowrap", fontWeight: 600, color: tokens.quiet, fontSize: "0.8125rem" },
        },
      },
      MuiSwitch: {
        styleOverrides: {
          track: { backgroundColor: tokens.quiet, opacity: 0.55 },
          thumb: { boxShadow: `0 0 0 1px ${tokens.quiet}` },
        },
      },
      MuiAlert: { styleOverrides: { root: { borderRadius: 12 } } },
      MuiDialogTitle: { styleOverrides: { root: { fontSize: "1.375rem", paddingBlock: "20px 8px" } } },
      MuiListItemButton: {
        styleOverrides: {
          root: {
            borderRadius: 12,
            "&.Mui-selected, &.Mui-selected:hover": { backgroundColor: tokens.tint },
          },
        },
      },
    },
  };
}

export const lightTheme = theme("light", light);
export const darkTheme = theme("dark", dark);
