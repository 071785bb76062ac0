import { TextInput, type TextInputProps } from "react-admin";
import { isRequired, isWritable } from "../fields";
import type { PlaceText } from "../shape";
import { usePlaceInput } from "./usePlaceInput";

/** The fields of type string. */
export type TextualField = {
  [Field in keyof PlaceText]: PlaceText[Field] extends string ? Field : never;
}[keyof PlaceText];

interface TextInProps extends TextInputProps {
  source: TextualField;
  hint?: string;
}

/** A text field of a place; read-only if only an administrator may set it. */
export function TextIn({ source, hint, slotProps, ...rest }: TextInProps) {
  const { readOnly, ...props } = usePlaceInput(source, hint);
  if (!isWritable(source)) return null;
  return (
    <TextInput
      {...rest}
      {...props}
      required={isRequired(source)}
      // react-admin's own `readOnly` disables the input, which then cannot be focused and copied.
      slotProps={{ ...slotProps, input: { readOnly } }}
    />
  );
}
