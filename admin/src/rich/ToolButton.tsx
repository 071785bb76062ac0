import { IconButton, Tooltip } from "@mui/material";
import type { MouseEvent, ReactNode } from "react";
import { t } from "../messages/richText.gen";

interface ToolButtonProps {
  label: string;
  /** In the syntax of `aria-keyshortcuts`. */
  keys?: string;
  /** Whether a toggle is on at the cursor. */
  isOn?: boolean;
  /** Disabled, but still focusable. */
  isDisabled?: boolean;
  /** The initial tab stop of the toolbar. */
  isFirst?: boolean;
  hasPopup?: "dialog" | "menu";
  onClick: (event: MouseEvent<HTMLElement>) => void;
  children: ReactNode;
}

/** One button of the toolbar. */
export function ToolButton({
  label,
  keys,
  isOn,
  isDisabled,
  isFirst,
  hasPopup,
  onClick,
  children,
}: ToolButtonProps) {
  return (
    <Tooltip
      title={
        keys
          ? t("toolWithKeys", { tool: label, keys: keys.replace("Control", "Ctrl").replaceAll("+", " + ") })
          : label
      }
    >
      <IconButton
        data-tool
        tabIndex={isFirst ? 0 : -1}
        aria-label={label}
        aria-pressed={isOn}
        aria-disabled={isDisabled || undefined}
        aria-keyshortcuts={keys}
        aria-haspopup={hasPopup}
        // The text keeps its selection while a button is pressed.
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => !isDisabled && onClick(event)}
        sx={{
          width: { xs: 44, sm: 36 },
          height: { xs: 44, sm: 36 },
          borderRadius: "8px",
          color: "text.secondary",
          '&[aria-pressed="true"]': { bgcolor: "primary.subtle", color: "primary.main" },
          '&[aria-disabled="true"]': { opacity: 0.45 },
        }}
      >
        {children}
      </IconButton>
    </Tooltip>
  );
}
