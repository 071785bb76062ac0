import { TextInput, type TextInputProps } from "../../form/TextInput";
import { texts } from "../../texts";
import { isRequired, isWritable, STANDING } from "../fields";
import type { PlaceText } from "../shape";
import { useStanding } from "./standing";

/** The fields that hold text. */
export type TextualField = {
  [Field in keyof PlaceText]: PlaceText[Field] extends string ? Field : never;
}[keyof PlaceText];

interface TextInProps extends TextInputProps {
  source: TextualField;
}

/** One text field of a place: its label, hint or sentence, and read-only where only an administrator may write. */
export function TextIn({ source, hint, ...rest }: TextInProps) {
  const words = texts.businesses.fields[source] as { label: string; hint?: string };
  const isReadOnly = !useStanding() && STANDING.includes(source);
  if (!isWritable(source)) return null;
  return (
    <TextInput
      {...rest}
      source={source}
      label={words.label}
      hint={isReadOnly ? texts.businesses.form.byAdmin : (hint ?? words.hint)}
      isReadOnly={isReadOnly}
      required={isRequired(source)}
    />
  );
}
