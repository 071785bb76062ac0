import { Box, Button } from "@mui/material";
import { useState } from "react";
import { TextInput } from "react-admin";
import { useFormContext, useWatch } from "react-hook-form";
import { useZone } from "../audit/useZone";
import { clockIn, momentIn } from "../kit/zone";
import { TimeMeaning } from "./TimeMeaning";

interface TimeInputProps {
  /** A field with a time as RFC 3339; blank for none. */
  source: string;
  label: string;
  required?: boolean;
  readOnly?: boolean;
  /** The text below the input while it is blank or read-only. */
  hint?: string;
  /** The button beside the input. */
  action?: { label: string; value: () => string };
}

const BY_USER = { shouldDirty: true, shouldValidate: true };

/** An input for a time in the region's time zone, with its interpretation below. */
export function TimeInput({ source, label, required, readOnly, hint, action }: TimeInputProps) {
  const { setValue } = useFormContext();
  const time = useWatch({ name: source }) as string | undefined;
  const zone = useZone();
  // The text of the input while it is not a complete time, with the value it stands for.
  const [typed, setTyped] = useState({ text: "", value: "" });
  const textOf = (value = "") => (typed.value === value && typed.text ? typed.text : clockIn(zone, value));

  function parse(changed: string) {
    const value = momentIn(zone, changed);
    setTyped({ text: changed, value });
    return value;
  }

  return (
    <Box sx={{ display: "flex", gap: 1.5, alignItems: "flex-start", flexWrap: "wrap" }}>
      <TextInput
        source={source}
        type="datetime-local"
        label={label}
        required={required}
        format={textOf}
        parse={parse}
        helperText={time && !readOnly ? <TimeMeaning time={time} zone={zone} text={textOf(time)} /> : hint}
        slotProps={{ inputLabel: { shrink: true }, input: { readOnly } }}
        sx={{ flex: "1 1 240px" }}
      />
      {action && !readOnly && (
        <Button variant="outlined" onClick={() => setValue(source, action.value(), BY_USER)}>
          {action.label}
        </Button>
      )}
    </Box>
  );
}
