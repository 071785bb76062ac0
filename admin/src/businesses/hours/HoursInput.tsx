import { Box, Button, FormHelperText, Stack, Typography } from "@mui/material";
import { useImperativeHandle, useMemo, useRef, useState } from "react";
import { useController } from "react-hook-form";
import { TextIn } from "../inputs/TextIn";
import type { PlaceText } from "../shape";
import { readHours } from "./read";
import { Reading } from "./Reading";
import { SeasonEntries } from "./SeasonEntries";
import { SpecialEntries } from "./SpecialEntries";
import { hasNight, isWhole, timesOf, writeHours, type Hours } from "./week";
import { WeekInput } from "./WeekInput";
import { words } from "./words";

const START = "Mo-Su 08:00-17:00";

/**
 * When a place is open, as a week. The text that is stored is the only truth: each change is written to it and read
 * back, so drafts, conflicts and the text's own input have the same.
 */
export function HoursInput() {
  const { field, fieldState } = useController<PlaceText, "operatingHours">({ name: "operatingHours" });
  const hours = useMemo(() => readHours(field.value), [field.value]);
  const [wantsText, setWantsText] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const removed = useRef(START);
  useImperativeHandle(field.ref, () => ({
    focus: () => {
      const first = ["[aria-invalid=true]", "input, [role=combobox], button"].map((one) =>
        box.current?.querySelector<HTMLElement>(one),
      );
      first.find(Boolean)?.focus();
    },
  }));
  const isUnknown = field.value.trim() === "";
  const isText = wantsText || (hours === null && !isUnknown);
  return (
    <Box
      ref={box}
      role="group"
      aria-label={words.title}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) field.onBlur();
      }}
    >
      {isText ? (
        // Whoever is typing is not taken out of the text once a week can say it too.
        <Box onFocus={() => setWantsText(true)}>
          <TextIn source="operatingHours" hint={hours || isUnknown ? undefined : words.onlyText} />
        </Box>
      ) : (
        <>
          {isUnknown ? (
            <Typography sx={{ color: "text.secondary" }}>{words.unknown}</Typography>
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
        {/* What a button does next it does itself: the focus stays on it. */}
        {!isText && (
          <Button
            variant={isUnknown ? "outlined" : "text"}
            onClick={() => {
              if (!isUnknown) removed.current = field.value;
              // Pressed twice, it has changed nothing.
              field.onChange(isUnknown ? removed.current : "");
            }}
          >
            {isUnknown ? words.begin : words.clear}
          </Button>
        )}
        {(hours || isUnknown) && (
          <Button onClick={() => setWantsText(!isText)}>{isText ? words.asWeek : words.asText}</Button>
        )}
      </Stack>
      {(!hours || isWhole(hours)) && <Reading text={field.value} onChange={field.onChange} />}
    </Box>
  );
}

interface WeekEditorProps {
  hours: Hours;
  /** With the text that they are written as. */
  onChange: (text: string) => void;
  showsFaults: boolean;
}

function WeekEditor({ hours, onChange, showsFaults }: WeekEditorProps) {
  const change = (changes: Partial<Hours>) => onChange(writeHours({ ...hours, ...changes }));
  const all = timesOf(hours);
  return (
    <>
      <Typography component="h3" variant="subtitle2" sx={{ mb: 2 }}>
        {words.week}
      </Typography>
      <WeekInput week={hours.week} onChange={(week) => change({ week })} showsFaults={showsFaults} />
      {hasNight(all) && all.length > hours.week.length && (
        <Typography variant="body2" sx={{ color: "text.secondary", mt: 1.5 }}>
          {words.cutNights}
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
