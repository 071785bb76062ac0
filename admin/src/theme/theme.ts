import type { ThemeOptions } from "@mui/material/styles";
import { dark, light, shared } from "@karst/web/tokens.json";
import { TextFieldInput } from "./TextFieldInput";
import { TextFieldRoot } from "./TextFieldRoot";

type Tokens = typeof light;

declare module "@mui/material/styles" {
  interface Theme {
    tokens: Tokens;
  }
  interface ThemeOptions {
    tokens?: Tokens;
  }
  interface SimplePaletteColorOptions {
    /** The background of active and selected elements. */
    subtle?: string;
  }
}

const asTyped = (text: string): string => text;

/** The Material UI theme with the project's design tokens: compact and rounded, with one visible focus ring. */
function theme(mode: "light" | "dark", tokens: Tokens): ThemeOptions {
  const contrastText = tokens["color-on-primary"];
  const primary = {
    main: tokens["color-primary"],
    dark: tokens["color-primary-hover"],
    subtle: tokens["color-primary-subtle"],
    contrastText,
  };
  const link = { main: tokens["color-link"], contrastText };
  const focusRing = { outline: `3px solid ${tokens["color-link"]}`, outlineOffset: 2 };
  const title = (rem: number, weight = 600) => ({
    fontFamily: shared["font-title"],
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
      background: { default: tokens["color-bg"], paper: tokens["color-surface"] },
      text: { primary: tokens["color-text"], secondary: tokens["color-text-muted"] },
      primary,
      secondary: link,
      info: link,
      success: primary,
      warning: { main: tokens["color-accent-text"], contrastText },
      error: { main: tokens["color-danger"], dark: tokens["color-danger-hover"], contrastText },
      divider: tokens["color-border"],
    },
    shape: { borderRadius: 10 },
    spacing: 8,
    typography: {
      fontFamily: shared["font-text"],
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
          // Elements that only code focuses (a screen, a dialog) have no ring: around everything, it would mean
          // nothing.
          'a:focus-visible, button:focus-visible, [tabindex="0"]:focus-visible': focusRing,
          "@media (prefers-reduced-motion: reduce)": {
            "*, *::before, *::after": {
              animationDuration: "1ms !important",
              // A spinner would flicker.
              animationIterationCount: "1 !important",
              transitionDuration: "1ms !important",
            },
          },
        },
      },
      MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: "none" } } },
      MuiCard: {
        defaultProps: { variant: "outlined" },
        styleOverrides: { root: { borderRadius: shared.radius, borderColor: tokens["color-border"] } },
      },
      MuiDialog: {
        styleOverrides: {
          paper: {
            borderRadius: 20,
            boxShadow: tokens["shadow-float"],
            border: `1px solid ${tokens["color-border"]}`,
          },
          paperFullScreen: { borderRadius: 0, border: 0 },
        },
      },
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        styleOverrides: { root: { "&.Mui-focusVisible": focusRing } },
      },
      MuiButton: {
        defaultProps: { disableElevation: true },
        styleOverrides: { root: { borderRadius: shared["radius-full"], minHeight: 44, paddingInline: 18 } },
      },
      MuiIconButton: {
        styleOverrides: { root: { borderRadius: 12 }, sizeMedium: { inlineSize: 44, blockSize: 44 } },
      },
      MuiChip: { styleOverrides: { root: { borderRadius: shared["radius-full"], fontWeight: 500 } } },
      MuiTextField: {
        defaultProps: {
          variant: "outlined",
          size: "small",
          fullWidth: true,
          margin: "none",
          slots: { root: TextFieldRoot, input: TextFieldInput },
          slotProps: {
            // The html input of a select is hidden.
            htmlInput: ({ select }) => (select ? {} : { dir: "auto" }),
            formHelperText: ({ error }) => (error ? { role: "alert" } : {}),
          },
        },
      },
      // Forms hold text: a blank field is "", where react-admin's default is null.
      RaTextInput: { defaultProps: { parse: asTyped, helperText: false } },
      RaSelectInput: {
        defaultProps: {
          parse: asTyped,
          helperText: false,
          margin: "none",
          slotProps: { select: { displayEmpty: true }, inputLabel: { shrink: true } },
        },
      },
      RaPasswordInput: {
        styleOverrides: { root: { "& .MuiIconButton-root": { inlineSize: 44, blockSize: 44 } } },
      },
      MuiFormControl: { defaultProps: { variant: "outlined", size: "small", margin: "none" } },
      MuiOutlinedInput: {
        styleOverrides: {
          root: {
            backgroundColor: tokens["color-surface"],
            minHeight: 44,
            "&.Mui-readOnly, &.Mui-disabled": { backgroundColor: tokens["color-bg"] },
          },
          // 3:1 against surface and paper alike: an input is a control.
          notchedOutline: { borderColor: tokens["color-border-strong"] },
        },
      },
      MuiFormHelperText: { styleOverrides: { root: { marginInline: 2, lineHeight: 1.4 } } },
      MuiTooltip: { defaultProps: { enterDelay: 400 }, styleOverrides: { tooltip: { fontSize: "0.75rem" } } },
      MuiTab: { styleOverrides: { root: { minHeight: 48, paddingInline: 14, fontWeight: 600 } } },
      MuiTableCell: {
        styleOverrides: {
          root: { borderColor: tokens["color-border"], paddingBlock: 8, paddingInline: 12 },
          head: {
            whiteSpace: "nowrap",
            fontWeight: 600,
            color: tokens["color-text-muted"],
            fontSize: "0.8125rem",
          },
        },
      },
      MuiSwitch: {
        styleOverrides: {
          track: { backgroundColor: tokens["color-text-muted"], opacity: 0.55 },
          thumb: { boxShadow: `0 0 0 1px ${tokens["color-text-muted"]}` },
        },
      },
      MuiAlert: { styleOverrides: { root: { borderRadius: 12 } } },
      MuiDialogTitle: { styleOverrides: { root: { fontSize: "1.375rem", paddingBlock: "20px 8px" } } },
    },
  };
}

export const lightTheme = theme("light", light);
export const darkTheme = theme("dark", dark);
