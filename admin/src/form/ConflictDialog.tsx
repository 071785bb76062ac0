import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from "@mui/material";
import { useId, useState } from "react";
import { ago } from "../kit/dates";
import { t } from "../messages/form.gen";
import { changedFields } from "./changedFields";
import { SideBySide } from "./SideBySide";
import type { Conflict } from "./useEditing";

interface ConflictDialogProps<Text extends object> {
  title: string;
  /** The conflict; null while the dialog is closed. */
  conflict: Conflict<Text> | null;
  /** The label of a field. */
  labelOf: (field: keyof Text & string) => string;
  /** The text for a field's value. Null: the dialog shows the value itself. */
  wordOf?: (field: keyof Text & string, text: Text) => string | null;
}

/**
 * Two people changed the same record: shows both versions and three ways to continue. The safe one has the focus. If
 * both people changed a field, the user chooses one of its values.
 */
export function ConflictDialog<Text extends object>({ conflict, ...props }: ConflictDialogProps<Text>) {
  return conflict && <Ways conflict={conflict} {...props} />;
}

interface WaysProps<Text extends object> extends ConflictDialogProps<Text> {
  conflict: Conflict<Text>;
}

function Ways<Text extends object>({ title, conflict, labelOf, wordOf = () => null }: WaysProps<Text>) {
  const { before, theirs, mine, changedAt, by, onKeep, onReload, onOverwrite } = conflict;
  const time = ago(changedAt);
  const byThem = changedFields(before, theirs);
  const byMe = changedFields(before, mine);
  const both = byThem.filter((field) => byMe.includes(field));
  const onlyThem = byThem.filter((field) => !byMe.includes(field));
  const [taken, setTaken] = useState<readonly string[]>([]);
  const theirsOf = (field: string) => [field, theirs[field as keyof Text]];
  const said = (field: keyof Text & string): Difference => ({
    field,
    label: labelOf(field),
    theirs: wordOf(field, theirs) ?? plain(theirs[field]),
    mine: wordOf(field, mine) ?? plain(mine[field]),
  });
  return (
    <Dialog open onClose={onKeep} maxWidth="md" fullWidth aria-describedby="conflict-text">
      <DialogTitle>{conflict.title ?? title}</DialogTitle>
      {/* Focusable, so that long texts can be scrolled with the keyboard. */}
      <DialogContent tabIndex={0}>
        <Typography id="conflict-text" sx={{ color: "text.secondary" }}>
          {conflict.text ?? (by ? t("conflict.by", { name: by, time }) : t("conflict.text", { time }))}
        </Typography>
        <Differences
          title={t("conflict.both")}
          fields={both.map(said)}
          choice={{
            isTaken: (field) => taken.includes(field),
            choose: (field, isTheirs) =>
              setTaken([...taken.filter((one) => one !== field), ...(isTheirs ? [field] : [])]),
          }}
        />
        <Differences title={t("conflict.onlyThem")} fields={onlyThem.map(said)} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5, flexWrap: "wrap", gap: 1 }}>
        <Button onClick={onKeep} autoFocus>
          {t("conflict.keep")}
        </Button>
        <Button onClick={onReload}>{t("conflict.reload")}</Button>
        <Button
          variant="contained"
          onClick={() => onOverwrite({ ...mine, ...Object.fromEntries(taken.map(theirsOf)) })}
        >
          {taken.length > 0 ? t("conflict.saveChosen") : t("conflict.overwrite")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface Difference {
  field: string;
  label: string;
  theirs: string;
  mine: string;
}

/** Selects whose version of a field is saved. */
interface Choice {
  isTaken: (field: string) => boolean;
  choose: (field: string, isTheirs: boolean) => void;
}

/** Both versions of each field, side by side on wide screens. With `choice`, one of them can be selected. */
function Differences({ title, fields, choice }: { title: string; fields: Difference[]; choice?: Choice }) {
  const id = useId();
  if (fields.length === 0) return null;
  return (
    <Box component="section" aria-labelledby={id} sx={{ mt: 2 }}>
      <Typography id={id} variant="subtitle2" component="h3">
        {title}
      </Typography>
      {fields.map(({ field, label, theirs, mine }) => (
        <SideBySide
          key={field}
          label={label}
          versions={[
            [t("conflict.theirs"), theirs],
            [t("conflict.mine"), mine],
          ]}
          choice={
            choice && {
              label: t("conflict.choose", { field: label }),
              chosen: choice.isTaken(field) ? 0 : 1,
              onChoose: (at) => choice.choose(field, at === 0),
            }
          }
        />
      ))}
    </Box>
  );
}

/** A value as readable text. */
function plain(value: unknown): string {
  if (typeof value === "boolean") return value ? t("conflict.yes") : t("conflict.no");
  return String(value ?? "").trim() || t("conflict.empty");
}
