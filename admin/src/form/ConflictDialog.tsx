import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from "@mui/material";
import { ago } from "../kit/dates";
import { texts } from "../texts";
import type { Conflict } from "./useEditing";

const words = texts.conflict;

interface ConflictDialogProps<Text extends object> {
  title: string;
  conflict: Conflict<Text>;
  /** What people call a field. */
  labelOf: (field: keyof Text & string) => string;
  onKeep: () => void;
  onReload: () => void;
  onOverwrite: () => void;
}

/** Two people changed the same record: what each changed, and three ways on. The safe one has the focus. */
export function ConflictDialog<Text extends object>({
  title,
  conflict: { before, theirs, mine, changedAt },
  labelOf,
  onKeep,
  onReload,
  onOverwrite,
}: ConflictDialogProps<Text>) {
  const byThem = differing(before, theirs);
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
      <DialogTitle id="conflict-title">{title}</DialogTitle>
      <DialogContent id="conflict-text">
        <Typography sx={{ color: "text.secondary" }}>{`${words.text} (${ago(changedAt)})`}</Typography>
        <Fields title={words.both} labels={both.map(labelOf)} />
        <Fields title={words.theirs} labels={onlyThem.map(labelOf)} />
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

function Fields({ title, labels }: { title: string; labels: string[] }) {
  if (labels.length === 0) return null;
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="subtitle2">{title}</Typography>
      <Typography>{labels.join(", ")}</Typography>
    </Box>
  );
}

function differing<Text extends object>(one: Text, other: Text): (keyof Text & string)[] {
  const fields = Object.keys(one) as (keyof Text & string)[];
  return fields.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));
}
