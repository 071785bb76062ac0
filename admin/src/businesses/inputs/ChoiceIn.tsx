import { MenuItem } from "@mui/material";
import { TextIn, type TextualField } from "./TextIn";

interface ChoiceInProps {
  source: TextualField;
  hint?: string;
  values: readonly string[];
  labelOf: (value: string) => string;
}

/** A select of a place. */
export function ChoiceIn({ source, hint, values, labelOf }: ChoiceInProps) {
  return (
    <TextIn
      source={source}
      hint={hint}
      select
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      {values.map((value) => (
        <MenuItem key={value} value={value}>
          {labelOf(value)}
        </MenuItem>
      ))}
    </TextIn>
  );
}
