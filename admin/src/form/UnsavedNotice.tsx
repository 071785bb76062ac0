import { Alert, Button } from "@mui/material";
import { ago } from "../kit/dates";
import { t } from "../messages/form.gen";
import type { FoundCopy } from "./useUnsavedCopy";

/** A notice about unsaved changes from earlier, with buttons to restore or discard them. */
export function UnsavedNotice({ copy }: { copy: FoundCopy | null }) {
  if (!copy) return null;
  return (
    <Alert
      severity="info"
      role="status"
      sx={{ m: { xs: 1, md: 2 }, flexWrap: "wrap" }}
      action={
        <>
          <Button color="inherit" onClick={copy.restore}>
            {t("unsavedCopy.restore")}
          </Button>
          <Button color="inherit" onClick={copy.discard}>
            {t("unsavedCopy.discard")}
          </Button>
        </>
      }
    >
      {t("unsavedCopy.found", { time: ago(copy.at) })}
      {copy.isOlder && ` ${t("unsavedCopy.older")}`}
    </Alert>
  );
}
