import { TextInput, type TextInputProps } from "../../form/TextInput";
import { t } from "../../messages/placeForm.gen";
import { isRequired, isWritable, ADMIN_FIELDS } from "../fields";
import type { PlaceText } from "../shape";
import { useMaySetAdminFields } from "./adminFields";

/** The fields of type string. */
export type TextualField = {
  [Field in keyof PlaceText]: PlaceText[Field] extends string ? Field : never;
}[keyof PlaceText];

interface TextInProps extends TextInputProps {
  source: TextualField;
}

/** A text field of a place; read-only if only an administrator may set it. */
export function TextIn({ source, hint, ...rest }: TextInProps) {
  const isReadOnly = !useMaySetAdminFields() && ADMIN_FIELDS.includes(source);
  if (!isWritable(source)) return null;
  return (
    <TextInput
      {...rest}
      source={source}
      label={t(`fields.${source}`)}
      hint={isReadOnly ? t("adminOnly") : hint}
      isReadOnly={isReadOnly}
      required={isRequired(source)}
    />
  );
}
