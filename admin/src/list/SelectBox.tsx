import { Box, Checkbox, FormControlLabel } from "@mui/material";
import { t } from "../messages/list.gen";
import type { Selection } from "./useSelection";

interface SelectBoxProps {
  selection: Selection;
  id: number;
  /** What it selects, for ears. */
  name: string;
}

/** Selects one of a list; with Shift everything from the last one on. */
export function SelectBox({ selection, id, name }: SelectBoxProps) {
  return (
    <Checkbox
      checked={selection.has(id)}
      // A press tells of the Shift key, a change does not.
      onClick={(event) => selection.toggle(id, event.shiftKey)}
      onChange={() => {}}
      slotProps={{ input: { "aria-label": t("select", { name }) } }}
      sx={{ m: -1.25, userSelect: "none" }}
    />
  );
}

/** Selects everything on the page, or nothing; `label` where no row around it says so. */
export function SelectAll({ selection, label }: { selection: Selection; label?: string }) {
  return (
    <Checkbox
      id={SELECT_ALL}
      checked={selection.isAll}
      indeterminate={selection.ids.length > 0 && !selection.isAll}
      onChange={selection.toggleAll}
      slotProps={{ input: { "aria-label": label } }}
      sx={{ m: -1.25 }}
    />
  );
}

/** The same as a row of its own over a list. */
export function SelectAllRow({ selection }: { selection: Selection }) {
  return (
    <Box sx={{ px: 2, py: 1.25, borderBottom: 1, borderColor: "divider" }}>
      <FormControlLabel
        label={t("selectAll")}
        control={<SelectAll selection={selection} />}
        sx={{ m: 0, gap: 2.25, minHeight: 24 }}
      />
    </Box>
  );
}

const SELECT_ALL = "select-all";

/** Puts the focus where a selection begins, once what was done to one has taken its buttons away. */
export const focusSelectAll = () => document.getElementById(SELECT_ALL)?.focus({ preventScroll: true });
