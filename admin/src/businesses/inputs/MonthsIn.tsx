import { Box, FormHelperText, FormLabel, ToggleButton, ToggleButtonGroup } from "@mui/material";
import { currentLocale } from "@karst/web/messages";
import { useId } from "react";
import { useController } from "react-hook-form";
import { t } from "../../messages/placeForm.gen";
import type { PlaceText } from "../shape";

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);

/** The name of a month; 1 is January. */
export function monthName(month: number, style: "long" | "short"): string {
  const format = new Intl.DateTimeFormat(currentLocale(), { month: style, timeZone: "UTC" });
  return format.format(Date.UTC(2024, month - 1, 15));
}

/** Months as buttons, of which any number can be pressed. */
export function MonthsIn({ source, hint }: { source: "goodMonths" | "closedMonths"; hint: string }) {
  const { field, fieldState } = useController<PlaceText, typeof source>({ name: source });
  const id = useId();
  return (
    <Box>
      <FormLabel id={id} error={fieldState.invalid} sx={{ display: "block", mb: 0.5, fontWeight: 500 }}>
        {t(`fields.${source}`)}
      </FormLabel>
      <ToggleButtonGroup
        value={field.value}
        onChange={(_, months: number[]) => field.onChange(months.toSorted((a, b) => a - b))}
        onBlur={field.onBlur}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        sx={{ display: "grid", gridTemplateColumns: "repeat(6, minmax(0, 1fr))" }}
      >
        {MONTHS.map((month) => (
          <ToggleButton
            key={month}
            value={month}
            ref={month === 1 ? field.ref : undefined}
            aria-label={monthName(month, "long")}
            sx={{ minHeight: 44, px: 0.5, textTransform: "none" }}
          >
            {monthName(month, "short")}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <FormHelperText id={`${id}-hint`} error={fieldState.invalid} sx={{ mx: 0 }}>
        {fieldState.error?.message ?? hint}
      </FormHelperText>
    </Box>
  );
}
