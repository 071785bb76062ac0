import { Box, InputAdornment } from "@mui/material";
import { DEFAULT_MARKER_COLOR } from "@karst/client/markers";
import { TextInput } from "react-admin";
import { useController } from "react-hook-form";
import { t } from "../messages/categories.gen";
import { isColor, type CategoryText } from "./shape";

/** A color as text, with a color picker. */
export function ColorInput() {
  const { field } = useController<CategoryText, "color">({ name: "color" });
  const picker = (
    <InputAdornment position="start">
      <Box
        component="input"
        type="color"
        aria-label={t("pickColor")}
        value={isColor(field.value) ? field.value.trim().toLowerCase() : DEFAULT_MARKER_COLOR.toLowerCase()}
        onChange={({ currentTarget }) => field.onChange(currentTarget.value.toUpperCase())}
        sx={{
          width: 24,
          height: 24,
          p: 0,
          border: 0,
          borderRadius: "8px",
          bgcolor: "transparent",
          cursor: "pointer",
          "&::-webkit-color-swatch-wrapper": { p: 0 },
          "&::-webkit-color-swatch": { border: 1, borderColor: "divider", borderRadius: "6px" },
        }}
      />
    </InputAdornment>
  );
  return (
    <TextInput
      source="color"
      label={t("fields.color")}
      helperText={t("hints.color")}
      autoComplete="off"
      slotProps={{ input: { startAdornment: picker } }}
    />
  );
}
