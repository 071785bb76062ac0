import Place from "@mui/icons-material/Place";
import {
  Box,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
} from "@mui/material";
import { MARKER_ICONS } from "@karst/client/markers";
import { useId } from "react";
import { useController } from "react-hook-form";
import { t } from "../messages/categories.gen";
import { ICON_PICTURES, type MarkerIcon } from "./icons";
import type { CategoryText } from "./shape";

const isMarkerIcon = (name: string): name is MarkerIcon => (MARKER_ICONS as readonly string[]).includes(name);

/** The marker icon of a category, selected from pictures. A stored name without a picture stays selectable. */
export function IconInput() {
  const { field, fieldState, formState } = useController<CategoryText, "icon">({ name: "icon" });
  const id = useId();
  const stored = formState.defaultValues?.icon ?? "";
  const others = [...new Set([field.value, stored])].filter((name) => name !== "" && !isMarkerIcon(name));
  return (
    <FormControl error={fieldState.invalid} className="wide" sx={{ minWidth: 0 }}>
      <FormLabel id={id}>{t("fields.icon")}</FormLabel>
      <RadioGroup
        aria-labelledby={id}
        name="icon"
        value={field.value}
        onChange={(_, selected) => field.onChange(selected)}
        onBlur={field.onBlur}
        sx={{
          display: "grid",
          gridTemplateColumns: "repeat(auto-fill, minmax(88px, 1fr))",
          gap: 0.5,
          maxHeight: 264,
          overflowY: "auto",
          mt: 1,
          p: 0.5,
          border: 1,
          borderColor: "divider",
          borderRadius: "12px",
        }}
      >
        {["", ...others, ...MARKER_ICONS].map((name) => (
          <IconRadio key={name} name={name} inputRef={name === field.value ? field.ref : undefined} />
        ))}
      </RadioGroup>
      <FormHelperText role={fieldState.invalid ? "alert" : undefined}>
        {fieldState.error?.message ?? t("hints.icon")}
      </FormHelperText>
    </FormControl>
  );
}

function IconRadio({ name, inputRef }: { name: string; inputRef?: React.Ref<HTMLInputElement> }) {
  const Picture = isMarkerIcon(name) ? ICON_PICTURES[name] : Place;
  return (
    <FormControlLabel
      value={name}
      labelPlacement="bottom"
      label={isMarkerIcon(name) ? t(`icons.${name}`) : name ? t("icon.unknown", { name }) : t("icon.none")}
      control={
        <Radio
          icon={<Picture />}
          checkedIcon={
            <Box component="span" sx={{ display: "inline-flex", color: "primary.main" }}>
              <Picture />
            </Box>
          }
          slotProps={{ input: { ref: inputRef } }}
        />
      }
      slotProps={{
        typography: { sx: { fontSize: "0.75rem", textAlign: "center", overflowWrap: "anywhere" } },
      }}
      sx={{
        m: 0,
        py: 0.5,
        borderRadius: "10px",
        border: 2,
        borderColor: "transparent",
        "&:has(:checked)": { borderColor: "primary.main", bgcolor: "primary.subtle" },
      }}
    />
  );
}
