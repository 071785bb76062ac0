import { Alert, Button } from "@mui/material";
import { ago } from "../kit/dates";
import { texts } from "../texts";
import type { FoundDraft } from "./useDraft";

const words = texts.draft;

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
            {words.restore}
          </Button>
          <Button color="inherit" onClick={draft.discard}>
            {words.discard}
          </Button>
        </>
      }
    >
      {words.found(ago(draft.at))}
      {draft.isOlder && ` ${words.older}`}
    </Alert>
  );
}
