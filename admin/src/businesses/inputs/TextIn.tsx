import { TextField, type TextFieldProps } from "@mui/material";
import { useController } from "react-hook-form";
import { texts } from "../../texts";
import { isRequired, isWritable, STANDING } from "../fields";
import type { PlaceText } from "../shape";
import { useStanding } from "./standing";

/** The fields that hold text. */
export type TextualField = {
  [Field in keyof PlaceText]: PlaceText[Field] extends string ? Field : never;
}[keyof PlaceText];

interface TextInProps extends Omit<TextFieldProps, "name" | "value" | "defaultValue"> {
  source: TextualField;
  hint?: React.ReactNode;
}

/** One text field of a place: its label, hint or sentence, and read-only where only an administrator may write. */
export function TextIn({ source, hint, slotProps, onPaste, ...rest }: TextInProps) {
  const { field, fieldState } = useController<PlaceText>({ name: source });
  const words = texts.businesses.fields[source] as { label: string; hint?: string };
  const isReadOnly = !useStanding() && STANDING.includes(source);
  if (!isWritable(source)) return null;
  const explained = isReadOnly ? texts.businesses.form.byAdmin : (hint ?? words.hint);
  return (
    <TextField
      {...rest}
      label={words.label}
      name={source}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      onPaste={onPaste}
      inputRef={field.ref}
      required={isRequired(source)}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? explained}
      slotProps={{
        ...slotProps,
        input: { readOnly: isReadOnly, ...(slotProps?.input as object) },
        formHelperText: { ...(fieldState.invalid && { role: "alert" }) },
      }}
    />
  );
}
