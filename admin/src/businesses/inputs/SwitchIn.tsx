import { Box, FormControlLabel, FormHelperText, Switch } from "@mui/material";
import { useId } from "react";
import { useController } from "react-hook-form";
import { texts } from "../../texts";
import { isWritable, STANDING } from "../fields";
import type { PlaceText } from "../shape";
import { useStanding } from "./standing";

type Flag = { [Field in keyof PlaceText]: PlaceText[Field] extends boolean ? Field : never }[keyof PlaceText];

/** One yes or no of a place. */
export function SwitchIn({ source }: { source: Flag }) {
  const { field, fieldState } = useController<PlaceText>({ name: source });
  const words = texts.businesses.fields[source];
  const isReadOnly = !useStanding() && STANDING.includes(source);
  const id = useId();
  if (!isWritable(source)) return null;
  return (
    <Box>
      <FormControlLabel
        sx={{ ml: "-6px" }}
        label={words.label}
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
        {fieldState.error?.message ?? (isReadOnly ? texts.businesses.form.byAdmin : words.hint)}
      </FormHelperText>
    </Box>
  );
}
