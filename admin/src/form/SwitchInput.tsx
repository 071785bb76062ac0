import { Box, FormControlLabel, FormHelperText, Switch } from "@mui/material";
import type { ReactNode } from "react";
import { useInput } from "react-admin";

interface SwitchInputProps {
  source: string;
  label: string;
  helperText?: ReactNode;
  readOnly?: boolean;
}

/** A switch. The hint and the error are its description, which react-admin's `BooleanInput` leaves out. */
export function SwitchInput({ source, label, helperText, readOnly }: SwitchInputProps) {
  const { id, field, fieldState } = useInput({ source, type: "checkbox" });
  const { value, ref, ...events } = field;
  return (
    <Box>
      <FormControlLabel
        sx={{ ml: "-6px" }}
        label={label}
        disabled={readOnly}
        control={
          <Switch
            {...events}
            checked={Boolean(value)}
            slotProps={{ input: { ref, "aria-describedby": id } }}
          />
        }
        slotProps={{ typography: { sx: { fontWeight: 500 } } }}
      />
      <FormHelperText id={id} error={fieldState.invalid} sx={{ mt: -0.5, ml: "52px" }}>
        {fieldState.error?.message ?? helperText}
      </FormHelperText>
    </Box>
  );
}
