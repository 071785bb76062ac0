import { SwitchInput } from "../../form/SwitchInput";
import { t } from "../../messages/placeForm.gen";
import { isWritable, ADMIN_FIELDS } from "../fields";
import type { PlaceText } from "../shape";
import { useMaySetAdminFields } from "./adminFields";

type Flag = { [Field in keyof PlaceText]: PlaceText[Field] extends boolean ? Field : never }[keyof PlaceText];

/** A switch of a place; read-only if only an administrator may set it. */
export function SwitchIn({ source, hint }: { source: Flag; hint: string }) {
  const isReadOnly = !useMaySetAdminFields() && ADMIN_FIELDS.includes(source);
  if (!isWritable(source)) return null;
  return (
    <SwitchInput
      source={source}
      label={t(`fields.${source}`)}
      hint={isReadOnly ? t("adminOnly") : hint}
      isReadOnly={isReadOnly}
    />
  );
}
