import { OutlinedInput, type OutlinedInputProps } from "@mui/material";

/**
 * A multiline field grows with its text up to 60 % of the window. The browser sizes it with CSS, because Material
 * UI's script resizes it late and the content below jumps.
 */
export function TextFieldInput({ multiline, rows = 1, inputProps, sx = [], ...props }: OutlinedInputProps) {
  if (!multiline) return <OutlinedInput {...props} inputProps={inputProps} sx={sx} />;
  return (
    <OutlinedInput
      {...props}
      multiline
      rows={rows}
      inputComponent="textarea"
      // Material UI's default, "text", is for single lines.
      inputProps={{ ...inputProps, type: undefined }}
      sx={[
        {
          "& textarea": { fieldSizing: "content", minHeight: `${rows}lh`, maxHeight: "60vh" },
          "@supports not (field-sizing: content)": { "& textarea": { resize: "vertical" } },
        },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    />
  );
}
// Material UI's FormControl uses this name to find out whether its input has an initial text.
TextFieldInput.muiName = "Input";
