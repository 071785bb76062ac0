import { TimeInput } from "../../form/TimeInput";
import { t as tForm } from "../../messages/form.gen";
import { t } from "../../messages/placeForm.gen";
import { isWritable } from "../fields";
import { usePlaceInput } from "./usePlaceInput";

/** When the place stops being public; read-only if only an administrator may set it. */
export function UnpublishIn() {
  const { helperText: hint, ...props } = usePlaceInput("unpublishAt", t("hints.unpublishAt"));
  if (!isWritable(props.source)) return null;
  return <TimeInput {...props} hint={hint} action={{ label: tForm("time.clear"), value: () => "" }} />;
}
