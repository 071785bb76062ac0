import { t } from "../../messages/placeForm.gen";
import { ADMIN_FIELDS } from "../fields";
import type { PlaceText } from "../shape";
import { useMaySetAdminFields } from "./adminFields";

/** The props of the input of a field: read-only, with the reason as its hint, if only an administrator may set it. */
export function usePlaceInput(source: keyof PlaceText, hint?: string) {
  const readOnly = !useMaySetAdminFields() && ADMIN_FIELDS.includes(source);
  return { source, label: t(`fields.${source}`), helperText: readOnly ? t("adminOnly") : hint, readOnly };
}
