import { Chip } from "@mui/material";
import { useInput } from "react-admin";

/** A filter that is on or off. */
export function FlagFilter({ source, label }: { source: string; label: string }) {
  const { field } = useInput<boolean | null>({ source });
  const isOn = field.value === true;
  return (
    <Chip
      label={label}
      onClick={() => field.onChange(isOn ? null : true)}
      aria-pressed={isOn}
      color={isOn ? "primary" : "default"}
      variant={isOn ? "filled" : "outlined"}
      sx={{ minHeight: 44, px: 0.5, borderRadius: 999 }}
    />
  );
}
