import { MenuItem } from "@mui/material";
import { TextIn, type TextualField } from "./TextIn";

interface ChoiceInProps {
  source: TextualField;
  /** value → what it says */
  options: Record<string, string>;
}

/** One of a few words. */
export function ChoiceIn({ source, options }: ChoiceInProps) {
  return (
    <TextIn
      source={source}
      select
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      {Object.entries(options).map(([value, label]) => (
        <MenuItem key={value} value={value}>
          {label}
        </MenuItem>
      ))}
    </TextIn>
  );
}
