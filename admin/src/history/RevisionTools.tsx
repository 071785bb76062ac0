import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import EditNoteOutlined from "@mui/icons-material/EditNoteOutlined";
import PushPin from "@mui/icons-material/PushPin";
import PushPinOutlined from "@mui/icons-material/PushPinOutlined";
import { Box, Button, TextField, Tooltip, Typography } from "@mui/material";
import type { RevisionItem } from "@karst/client";
import { useState, type FormEvent, type KeyboardEvent } from "react";
import { useZone } from "../audit/useZone";
import { textOrNull } from "../kit/typed";
import { dateIn } from "../kit/zone";
import { Confirm } from "../layout/Confirm";
import { useToast } from "../layout/Toasts";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/history.gen";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";
import { deleteRevision, updateRevision, type RecordKey } from "../resources/revisions";
import { historyQueries } from "./useHistory";

/** The longest note that the API accepts. */
const MAX_NOTE_CHARS = 500;

interface RevisionToolsProps {
  record: RecordKey;
  item: RevisionItem;
  /** The newest revision is the record itself and cannot be deleted. */
  isNewest: boolean;
  onDeleted: () => void;
}

/** The actions of admins for a revision: pin it, add a note, delete it permanently. */
export function RevisionTools({ record, item, isNewest, onDeleted }: RevisionToolsProps) {
  const { number, note, isPinned, createdAt } = item;
  const [isEditing, setEditing] = useState(false);
  const [wasEdited, setEdited] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const zone = useZone();
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();

  /** Resolves to whether the call succeeded. */
  async function act(call: () => Promise<unknown>, failed: string): Promise<boolean> {
    setBusy(true);
    try {
      await ask(call);
      await renew([...historyQueries(record), "list"]);
      return true;
    } catch (error) {
      toast.failed(failed, error);
      return false;
    } finally {
      setBusy(false);
    }
  }

  function endEditing() {
    setEditing(false);
    setEdited(true);
  }

  const update = (changes: Parameters<typeof updateRevision>[2]) =>
    act(() => updateRevision(record, number, changes), t("failed.update"));

  async function remove() {
    const isDone = await act(() => deleteRevision(record, number), t("failed.delete"));
    setDeleting(false);
    if (!isDone) return;
    toast.done(t("remove.done"));
    onDeleted();
  }

  return (
    <>
      {isEditing ? (
        <NoteForm
          note={note}
          isBusy={isBusy}
          onSave={async (text) => {
            if (await update({ note: text })) endEditing();
          }}
          onCancel={endEditing}
        />
      ) : (
        note && (
          <Typography dir="auto" sx={{ mt: 1, fontStyle: "italic", overflowWrap: "anywhere" }}>
            {note}
          </Typography>
        )
      )}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5, mt: 0.5, ml: -2.25 }}>
        <Tooltip title={t("pin.hint")} describeChild>
          <Button
            startIcon={isPinned ? <PushPin aria-hidden /> : <PushPinOutlined aria-hidden />}
            onClick={() => void (isBusy || update({ isPinned: !isPinned }))}
          >
            {t(isPinned ? "pin.off" : "pin.on")}
          </Button>
        </Tooltip>
        {!isEditing && (
          <Button
            startIcon={<EditNoteOutlined aria-hidden />}
            // The input that had the focus is gone.
            autoFocus={wasEdited}
            onClick={() => setEditing(true)}
          >
            {t(note ? "note.edit" : "note.add")}
          </Button>
        )}
        {!isNewest && (
          <Button color="error" startIcon={<DeleteOutlined aria-hidden />} onClick={() => setDeleting(true)}>
            {t("remove.open")}
          </Button>
        )}
      </Box>
      <Confirm
        isOpen={isDeleting}
        title={t("remove.title")}
        yes={t("remove.open")}
        no={tCommon("cancel")}
        isDestructive
        isBusy={isBusy}
        onYes={() => void remove()}
        onNo={() => setDeleting(false)}
      >
        {t("remove.text", { time: dateIn(zone, createdAt) })}
      </Confirm>
    </>
  );
}

interface NoteFormProps {
  note: string | null;
  isBusy: boolean;
  onSave: (note: string | null) => void;
  onCancel: () => void;
}

function NoteForm({ note, isBusy, onSave, onCancel }: NoteFormProps) {
  const [text, setText] = useState(note ?? "");

  function submit(event: FormEvent) {
    event.preventDefault();
    // React's events bubble through portals, to a form that this dialog was opened from.
    event.stopPropagation();
    if (!isBusy) onSave(textOrNull(text));
  }

  function cancelOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    // Otherwise the key closes the dialog.
    event.stopPropagation();
    onCancel();
  }

  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      onKeyDown={cancelOnEscape}
      sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1.5 }}
    >
      <TextField
        label={t("note.label")}
        value={text}
        onChange={({ target }) => setText(target.value)}
        autoFocus
        slotProps={{ htmlInput: { maxLength: MAX_NOTE_CHARS } }}
        sx={{ flex: "1 1 240px" }}
      />
      <Button onClick={onCancel}>{tCommon("cancel")}</Button>
      <Button type="submit" variant="contained" disabled={isBusy}>
        {tCommon("save")}
      </Button>
    </Box>
  );
}
