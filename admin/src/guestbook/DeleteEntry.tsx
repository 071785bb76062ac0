import { Typography } from "@mui/material";
import type { AdminEntryResponse } from "@karst/client";
import { DeleteRecord } from "../form/DeleteRecord";
import { deleteTexts } from "../kit/texts";
import { t } from "../messages/guestbook.gen";
import { restoreEntry } from "../resources";
import { ENTRY_QUERIES } from "./useCounts";
import { Quote } from "./Quote";

interface DeleteEntryProps {
  /** The entry to delete, or null if the dialog is closed. */
  entry: AdminEntryResponse | null;
  onClose: () => void;
}

/** Confirms the deletion of an entry, which is quoted; the toast offers Undo. */
export function DeleteEntry({ entry, onClose }: DeleteEntryProps) {
  return (
    <DeleteRecord
      resource="guestbook"
      record={entry}
      words={deleteTexts(t)}
      wayBack={{
        restore: restoreEntry,
        renews: ENTRY_QUERIES,
        words: { done: t("done.restore"), failed: t("failed.restore") },
      }}
      onClose={onClose}
    >
      {entry && (
        <>
          <Quote text={entry.message} />
          <Typography sx={{ mt: 1.5 }}>{t("confirmDelete.text")}</Typography>
        </>
      )}
    </DeleteRecord>
  );
}
