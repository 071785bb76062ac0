import { Box, FormLabel, ToggleButton, ToggleButtonGroup } from "@mui/material";
import type { AlertLevel } from "@karst/client";
import { ALERT_LEVELS, levelLabel } from "@karst/web/alerts";
import { useId } from "react";
import { useController, useFormContext } from "react-hook-form";
import { t } from "../messages/alerts.gen";
import { textFor, type AlertText } from "./shape";

const BY_USER = { shouldDirty: true, shouldValidate: true };

/** The level as buttons. Selecting a level also changes the text, unless the user has typed one. */
export function LevelInput() {
  const { field } = useController<AlertText, "level">({ name: "level" });
  const { getValues, setValue } = useFormContext<AlertText>();
  const id = useId();
  function choose(level: AlertLevel | null) {
    if (!level) return;
    setValue("text", textFor(level, field.value, getValues("text")), BY_USER);
    field.onChange(level);
  }
  return (
    <Box>
      <FormLabel id={id} sx={{ display: "block", mb: 0.5, fontWeight: 500 }}>
        {t("fields.level")}
      </FormLabel>
      <ToggleButtonGroup
        exclusive
        value={field.value}
        onChange={(_, level: AlertLevel | null) => choose(level)}
        aria-labelledby={id}
        sx={{ display: "grid", gridTemplateColumns: { xs: "1fr 1fr", sm: "repeat(4, 1fr)" } }}
      >
        {ALERT_LEVELS.map((level) => (
          <ToggleButton key={level} value={level} sx={{ minHeight: 44, textTransform: "none" }}>
            {levelLabel(level)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  );
}
