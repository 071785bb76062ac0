import { TextField, type TextFieldProps } from "@mui/material";

/** What is longer scrolls. */
const HIGHEST = "60vh";

/**
 * A field of several lines, as high as its text and at least `rows` lines. The browser measures it: Material UI's own way
 * does so in scripts, some time after the window has changed, and what stands below moves away under the pointer.
 */
export function TextArea({ rows = 1, slotProps, ...rest }: TextFieldProps) {
  return (
    <TextField
      {...rest}
      multiline
      rows={rows}
      slotProps={{
        ...slotProps,
        input: {
          inputComponent: "textarea",
          sx: {
            "& textarea": { fieldSizing: "content", minHeight: `${rows}lh`, maxHeight: HIGHEST },
            // A browser that does not measure lets people draw it larger.
            "@supports not (field-sizing: content)": { "& textarea": { resize: "vertical" } },
          },
          ...(slotProps?.input as object),
        },
        // "text" is what Material UI says of every input.
        htmlInput: { type: undefined, ...(slotProps?.htmlInput as object) },
      }}
    />
  );
}
