import { SaveButton } from "react-admin";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/form.gen";

interface SaveProps {
  label: string;
  isSubmitting: boolean;
  /** Whether the last save could not reach the server. */
  isUnreached: boolean;
  isOff?: boolean;
}

/** The button that saves a form. */
export function Save({ label, isSubmitting, isUnreached, isOff = false }: SaveProps) {
  return (
    <SaveButton
      label={isSubmitting ? t("save.saving") : isUnreached ? tCommon("tryAgain") : label}
      icon={null}
      // react-admin would disable the button during validation, and the button would lose the focus.
      alwaysEnable={!isSubmitting && !isOff}
      disabled={isOff}
      aria-keyshortcuts="Control+S"
      sx={{ flexShrink: 0 }}
    />
  );
}
