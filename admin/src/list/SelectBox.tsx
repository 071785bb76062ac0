import { Box, Checkbox, FormControlLabel } from "@mui/material";
import { t } from "../messages/list.gen";
import { useSelection } from "./useSelection";

/**
 * Selects a record of the list; with Shift, a range. `name` is the record's name, which react-admin's checkboxes do not have.
 */
export function SelectBox({ id, name }: { id: number; name: string }) {
  const selection = useSelection();
  return (
    <Checkbox
      checked={selection.has(id)}
      // A change event does not have the Shift key.
      onClick={(event) => selection.toggle(id, event.shiftKey)}
      onChange={() => {}}
      slotProps={{ input: { "aria-label": t("select", { name }) } }}
      sx={{ m: -1.25, userSelect: "none" }}
    />
  );
}

/** Selects all records on the page, or none. `label` is the accessible name if no text is beside it. */
export function SelectAll({ label }: { label?: string }) {
  const selection = useSelection();
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

/** `SelectAll` in a row above a list. */
export function SelectAllRow() {
  return (
    <Box sx={{ px: 2, py: 1.25, borderBottom: 1, borderColor: "divider" }}>
      <FormControlLabel
        label={t("selectAll")}
        control={<SelectAll />}
        sx={{ m: 0, gap: 2.25, minHeight: 24 }}
      />
    </Box>
  );
}

const SELECT_ALL = "select-all";

/** Focuses the checkbox for all records, for when the bar with the focused button disappears. */
export const focusSelectAll = () => document.getElementById(SELECT_ALL)?.focus({ preventScroll: true });
