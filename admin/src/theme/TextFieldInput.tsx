import { OutlinedInput, type OutlinedInputProps } from "@mui/material";

/**
 * The input of a text field. One of several lines is as high as its text, at least `rows` lines, and scrolls beyond 60 % of
 * the window. The browser measures it: Material UI's script does so after the window has changed, and content moves
 * away under the pointer.
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
// How a form control finds out whether its input holds text from the start.
TextFieldInput.muiName = "Input";
