import { Box, FormControlLabel, FormHelperText, Switch } from "@mui/material";
import { useId, type ReactNode } from "react";
import { useController } from "react-hook-form";

interface SwitchInputProps {
  /** The field of the form. */
  source: string;
  label: string;
  /** What stands under it while it has no fault. */
  hint?: ReactNode;
  isReadOnly?: boolean;
}

/** A yes or no. */
export function SwitchInput({ source, label, hint, isReadOnly }: SwitchInputProps) {
  const { field, fieldState } = useController({ name: source });
  const id = useId();
  return (
    <Box>
      <FormControlLabel
        sx={{ ml: "-6px" }}
        label={label}
        disabled={isReadOnly}
        control={
          <Switch
            checked={field.value as boolean}
            onChange={(_, checked) => field.onChange(checked)}
            onBlur={field.onBlur}
            slotProps={{ input: { ref: field.ref, "aria-describedby": id } }}
          />
        }
        slotProps={{ typography: { sx: { fontWeight: 500 } } }}
      />
      <FormHelperText id={id} error={fieldState.invalid} sx={{ mt: -0.5, ml: "52px" }}>
        {fieldState.error?.message ?? hint}
      </FormHelperText>
    </Box>
  );
}
