import { TextField, type TextFieldProps } from "@mui/material";
import type { ElementType, ReactNode } from "react";
import { useController } from "react-hook-form";

export interface TextInputProps extends Omit<TextFieldProps, "name" | "value" | "defaultValue"> {
  /** The field of the form. */
  source: string;
  /** What stands under it while it has no fault. */
  hint?: ReactNode;
  isReadOnly?: boolean;
  /** What it is drawn with. */
  Field?: ElementType<TextFieldProps>;
}

/** A field of text: its label, and its hint or the sentence about what is wrong. */
export function TextInput({
  source,
  hint,
  isReadOnly = false,
  slotProps,
  Field = TextField,
  ...rest
}: TextInputProps) {
  const { field, fieldState } = useController({ name: source });
  return (
    <Field
      {...rest}
      name={source}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? hint}
      slotProps={{
        ...slotProps,
        // Of a select, this would be a hidden input.
        ...(!rest.select && { htmlInput: { dir: "auto", ...(slotProps?.htmlInput as object) } }),
        input: { readOnly: isReadOnly, ...(slotProps?.input as object) },
        formHelperText: { ...(fieldState.invalid && { role: "alert" }) },
      }}
    />
  );
}
