import { ChoiceInput } from "../../form/ChoiceInput";
import { isWritable } from "../fields";
import type { TextualField } from "./TextIn";
import { usePlaceInput } from "./usePlaceInput";

interface ChoiceInProps {
  source: TextualField;
  hint?: string;
  values: readonly string[];
  labelOf: (value: string) => string;
}

/** A select of a place; read-only if only an administrator may set it. */
export function ChoiceIn({ source, hint, ...choices }: ChoiceInProps) {
  const { readOnly, ...props } = usePlaceInput(source, hint);
  return isWritable(source) && <ChoiceInput {...choices} {...props} slotProps={{ input: { readOnly } }} />;
}
