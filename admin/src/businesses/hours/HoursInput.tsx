import { Box, Button, FormHelperText, Stack, Typography } from "@mui/material";
import { useImperativeHandle, useMemo, useRef, useState } from "react";
import { useController } from "react-hook-form";
import { t } from "../../messages/openingHours.gen";
import { t as tForm } from "../../messages/placeForm.gen";
import { focusFault } from "../inputs/focusFault";
import { TextIn } from "../inputs/TextIn";
import type { PlaceText } from "../shape";
import { HoursPreview } from "./HoursPreview";
import { readHours } from "./read";
import { SeasonEntries } from "./SeasonEntries";
import { SpecialEntries } from "./SpecialEntries";
import { hasNight, isWhole, timesOf, writeHours, type Hours } from "./week";
import { WeekInput } from "./WeekInput";

const START = "Mo-Su 08:00-17:00";

/**
 * The opening hours of a place as a week. The form holds only their text: each change is written to it and parsed again,
 * so that drafts, conflicts and the text input agree.
 */
export function HoursInput() {
  const { field, fieldState } = useController<PlaceText, "operatingHours">({ name: "operatingHours" });
  const hours = useMemo(() => readHours(field.value), [field.value]);
  const [wantsText, setWantsText] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const removed = useRef(START);
  useImperativeHandle(field.ref, () => ({ focus: () => focusFault(box.current) }));
  const isUnknown = field.value.trim() === "";
  const isText = wantsText || (hours === null && !isUnknown);
  return (
    <Box
      ref={box}
      role="group"
      aria-label={t("title")}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) field.onBlur();
      }}
    >
      {isText ? (
        // Typing stays in the text input when the text becomes simple enough for the week.
        <Box onFocus={() => setWantsText(true)}>
          <TextIn
            source="operatingHours"
            hint={hours || isUnknown ? tForm("hints.operatingHours") : t("textOnly")}
          />
        </Box>
      ) : (
        <>
          {isUnknown ? (
            <Typography sx={{ color: "text.secondary" }}>{t("unknown")}</Typography>
          ) : (
            <WeekEditor hours={hours!} onChange={field.onChange} showsFaults={fieldState.invalid} />
          )}
          {fieldState.invalid && (
            <FormHelperText error role="alert">
              {fieldState.error?.message}
            </FormHelperText>
          )}
        </>
      )}
      <Stack direction="row" sx={{ flexWrap: "wrap", gap: 1, my: 1.5 }}>
        {/* One button for both actions, so that the focus stays on it. */}
        {!isText && (
          <Button
            variant={isUnknown ? "outlined" : "text"}
            onClick={() => {
              if (!isUnknown) removed.current = field.value;
              // A second click restores the hours.
              field.onChange(isUnknown ? removed.current : "");
            }}
          >
            {isUnknown ? t("add") : t("remove")}
          </Button>
        )}
        {(hours || isUnknown) && (
          <Button onClick={() => setWantsText(!isText)}>{isText ? t("editAsWeek") : t("editAsText")}</Button>
        )}
      </Stack>
      {(!hours || isWhole(hours)) && <HoursPreview text={field.value} onChange={field.onChange} />}
    </Box>
  );
}

interface WeekEditorProps {
  hours: Hours;
  /** Receives the hours as text. */
  onChange: (text: string) => void;
  showsFaults: boolean;
}

function WeekEditor({ hours, onChange, showsFaults }: WeekEditorProps) {
  const change = (changes: Partial<Hours>) => onChange(writeHours({ ...hours, ...changes }));
  const all = timesOf(hours);
  return (
    <>
      <Typography component="h3" variant="subtitle2" sx={{ mb: 2 }}>
        {t("week")}
      </Typography>
      <WeekInput week={hours.week} onChange={(week) => change({ week })} showsFaults={showsFaults} />
      {hasNight(all) && all.length > hours.week.length && (
        <Typography variant="body2" sx={{ color: "text.secondary", mt: 1.5 }}>
          {t("cutNights")}
        </Typography>
      )}
      <SeasonEntries
        usual={hours.week}
        seasons={hours.seasons}
        onChange={(seasons) => change({ seasons })}
        showsFaults={showsFaults}
      />
      <SpecialEntries
        special={hours.special}
        onChange={(special) => change({ special })}
        showsFaults={showsFaults}
      />
    </>
  );
}
