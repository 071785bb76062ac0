import { SwitchInput } from "../../form/SwitchInput";
import { isWritable } from "../fields";
import type { PlaceText } from "../shape";
import { usePlaceInput } from "./usePlaceInput";

type Flag = { [Field in keyof PlaceText]: PlaceText[Field] extends boolean ? Field : never }[keyof PlaceText];

/** A switch of a place; read-only if only an administrator may set it. */
export function SwitchIn({ source, hint }: { source: Flag; hint: string }) {
  const props = usePlaceInput(source, hint);
  return isWritable(source) && <SwitchInput {...props} />;
}
