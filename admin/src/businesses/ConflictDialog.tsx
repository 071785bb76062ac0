import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from "@mui/material";
import type { PlaceView } from "@karst/client";
import { ago } from "../kit/dates";
import { texts } from "../texts";
import { toText, type PlaceText } from "./shape";
import type { Field } from "./fields";

const words = texts.businesses.conflict;

interface ConflictDialogProps {
  /** The place as it was when the form was opened, as it is now, and as it would be saved. */
  base: PlaceView;
  theirs: PlaceView;
  mine: PlaceText;
  onKeep: () => void;
  onReload: () => void;
  onOverwrite: () => void;
}

/** Two people changed the same place: what each changed, and three ways on. The safe one has the focus. */
export function ConflictDialog({ base, theirs, mine, onKeep, onReload, onOverwrite }: ConflictDialogProps) {
  const before = toText(base);
  const byThem = differing(before, toText(theirs));
  const byMe = differing(before, mine);
  const both = byThem.filter((field) => byMe.includes(field));
  const onlyThem = byThem.filter((field) => !byMe.includes(field));
  return (
    <Dialog
      open
      onClose={onKeep}
      maxWidth="sm"
      fullWidth
      aria-labelledby="conflict-title"
      aria-describedby="conflict-text"
    >
      <DialogTitle id="conflict-title">{words.title}</DialogTitle>
      <DialogContent id="conflict-text">
        <Typography sx={{ color: "text.secondary" }}>{`${words.text} (${ago(theirs.updatedAt)})`}</Typography>
        <Fields title={words.both} fields={both} />
        <Fields title={words.theirs} fields={onlyThem} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5, flexWrap: "wrap", gap: 1 }}>
        <Button onClick={onKeep} autoFocus>
          {words.keep}
        </Button>
        <Button onClick={onReload}>{words.reload}</Button>
        <Button variant="contained" onClick={onOverwrite}>
          {words.overwrite}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Fields({ title, fields }: { title: string; fields: Field[] }) {
  if (fields.length === 0) return null;
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="subtitle2">{title}</Typography>
      <Typography>{fields.map((field) => texts.businesses.fields[field].label).join(", ")}</Typography>
    </Box>
  );
}

function differing(one: PlaceText, other: PlaceText): Field[] {
  const fields = Object.keys(texts.businesses.fields) as Field[];
  return fields.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));
}
