import { SwitchInput } from "../../form/SwitchInput";
import { texts } from "../../texts";
import { isWritable, STANDING } from "../fields";
import type { PlaceText } from "../shape";
import { useStanding } from "./standing";

type Flag = { [Field in keyof PlaceText]: PlaceText[Field] extends boolean ? Field : never }[keyof PlaceText];

/** One yes or no of a place. */
export function SwitchIn({ source }: { source: Flag }) {
  const isReadOnly = !useStanding() && STANDING.includes(source);
  const { label, hint } = texts.businesses.fields[source];
  if (!isWritable(source)) return null;
  return (
    <SwitchInput
      source={source}
      label={label}
      hint={isReadOnly ? texts.businesses.form.byAdmin : hint}
      isReadOnly={isReadOnly}
    />
  );
}
