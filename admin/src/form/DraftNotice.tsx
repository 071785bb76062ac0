import { Alert, Button } from "@mui/material";
import { ago } from "../kit/dates";
import { t } from "../messages/form.gen";
import type { FoundDraft } from "./useDraft";

/** What was typed here and never saved, to be put back or thrown away. */
export function DraftNotice({ draft }: { draft: FoundDraft | null }) {
  if (!draft) return null;
  return (
    <Alert
      severity="info"
      role="status"
      sx={{ m: { xs: 1, md: 2 }, flexWrap: "wrap" }}
      action={
        <>
          <Button color="inherit" onClick={draft.restore}>
            {t("draft.restore")}
          </Button>
          <Button color="inherit" onClick={draft.discard}>
            {t("draft.discard")}
          </Button>
        </>
      }
    >
      {t("draft.found", { time: ago(draft.at) })}
      {draft.isOlder && ` ${t("draft.older")}`}
    </Alert>
  );
}
