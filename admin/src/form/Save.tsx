import { SaveButton } from "react-admin";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/form.gen";

interface SaveProps {
  label: string;
  isSubmitting: boolean;
  /** The last save reached no server. */
  isUnreached: boolean;
  isOff?: boolean;
}

/** The button that saves a form. */
export function Save({ label, isSubmitting, isUnreached, isOff = false }: SaveProps) {
  return (
    <SaveButton
      label={isSubmitting ? t("save.saving") : isUnreached ? tCommon("tryAgain") : label}
      icon={null}
      // react-admin's own rule would disable it while an input is checked, and move the focus away.
      alwaysEnable={!isSubmitting && !isOff}
      disabled={isOff}
      aria-keyshortcuts="Control+S"
      sx={{ flexShrink: 0 }}
    />
  );
}
