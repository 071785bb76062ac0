import { Box, Typography } from "@mui/material";
import type { HTMLAttributes } from "react";
import { KeyName } from "../keys/KeyName";
import type { Option } from "./options";

interface PaletteOptionProps {
  option: Option;
  /** The props that the listbox sets. */
  props: HTMLAttributes<HTMLElement>;
}

/** An option of the palette in one line. */
export function PaletteOption({ option: { label, detail, shortcut, Icon }, props }: PaletteOptionProps) {
  return (
    <Box
      {...props}
      sx={{
        display: "flex",
        alignItems: "center",
        gap: 1.5,
        minHeight: 44,
        px: 1.5,
        py: 0.5,
        borderRadius: "10px",
        cursor: "pointer",
        "&.Mui-focused": {
          bgcolor: "primary.subtle",
          // Windows' high contrast mode has no backgrounds.
          "@media (forced-colors: active)": { outline: "2px solid" },
        },
      }}
    >
      <Icon fontSize="small" aria-hidden sx={{ color: "text.secondary" }} />
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Typography noWrap dir="auto">
          {label}
        </Typography>
        {detail && (
          <Typography noWrap dir="auto" variant="body2" sx={{ color: "text.secondary" }}>
            {detail}
          </Typography>
        )}
      </Box>
      {shortcut && (
        <Typography
          component="span"
          variant="body2"
          aria-hidden
          sx={{ flexShrink: 0, color: "text.secondary", "@media (hover: none)": { display: "none" } }}
        >
          <KeyName name={shortcut} />
        </Typography>
      )}
    </Box>
  );
}
