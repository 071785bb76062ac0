import { Typography } from "@mui/material";
import type { AdminEntryResponse } from "@karst/client";
import { DeleteRecord } from "../form/DeleteRecord";
import { useRestoring } from "../list/useRestoring";
import { Quote } from "./Quote";
import { wayBack } from "./wayBack";
import { words } from "./words";

interface DeleteEntryProps {
  /** The entry in question; null while nothing is asked. */
  entry: AdminEntryResponse | null;
  onClose: () => void;
}

/** Asks before an entry is gone, and quotes it; brings it back if that was a slip. */
export function DeleteEntry({ entry, onClose }: DeleteEntryProps) {
  const { confirmDelete, done, failed } = words;
  const { restore } = useRestoring(wayBack.entry);
  return (
    <DeleteRecord
      resource="guestbook"
      record={entry}
      words={{ ...confirmDelete, done: done.delete, failed: failed.delete }}
      onUndo={(gone) => void restore(gone)}
      onClose={onClose}
    >
      {entry && (
        <>
          <Quote text={entry.message} />
          <Typography sx={{ mt: 1.5 }}>{confirmDelete.text}</Typography>
        </>
      )}
    </DeleteRecord>
  );
}
