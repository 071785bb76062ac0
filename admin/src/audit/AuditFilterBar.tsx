import { Autocomplete, Chip, MenuItem, TextField } from "@mui/material";
import type { AuditKind } from "@karst/client";
import { useListContext } from "react-admin";
import { FilterBar } from "../list/FilterBar";
import { narrowing } from "../list/SearchBox";
import type { AuditFilters } from "./address";
import { PersonFilter } from "./PersonFilter";
import { actions, kinds } from "./shape";
import { KINDS, words } from "./words";

const said = words.filters;
const WIDTH = { flex: { xs: "1 1 140px", sm: "1 1 170px" }, minWidth: 140 };

/** Who, what kind of thing, what was done, and from when to when. */
export function AuditFilterBar() {
  const { filterValues, setFilters } = useListContext();
  const filters = filterValues as AuditFilters;
  const set = (change: AuditFilters) => setFilters(narrowing({ ...filters, ...change }), {}, false);
  return (
    <FilterBar>
      <PersonFilter value={filters.account} onChange={(account) => set({ account })} sx={WIDTH} />
      <KindFilter value={filters.kind} onChange={(kind) => set({ kind, subject: undefined })} />
      <ActionFilter value={filters.action} onChange={(action) => set({ action })} />
      <DayFilter label={said.from} value={filters.from} onChange={(from) => set({ from })} />
      <DayFilter label={said.to} value={filters.to} onChange={(to) => set({ to })} />
      {filters.kind && filters.subject && (
        <Chip
          label={said.one(filters.kind, filters.subject)}
          onDelete={() => set({ subject: undefined })}
          aria-label={said.oneClear(filters.kind)}
          sx={{ maxWidth: "100%" }}
        />
      )}
    </FilterBar>
  );
}

interface FilterProps<Value> {
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

function KindFilter({ value, onChange }: FilterProps<AuditKind>) {
  return (
    <TextField
      select
      label={said.kind}
      value={value && kinds.includes(value) ? value : ""}
      onChange={({ target }) => onChange((target.value || undefined) as AuditKind | undefined)}
      sx={WIDTH}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{said.allKinds}</MenuItem>
      {kinds.map((kind) => (
        <MenuItem key={kind} value={kind}>
          {KINDS[kind].many}
        </MenuItem>
      ))}
    </TextField>
  );
}

function ActionFilter({ value, onChange }: FilterProps<string>) {
  // One that this console has no words for still filters, and is told by its own name.
  const chosen = value
    ? (actions.find(({ action }) => action === value) ?? { action: value, label: value })
    : null;
  return (
    <Autocomplete
      options={actions}
      value={chosen}
      getOptionKey={({ action }) => action}
      isOptionEqualToValue={(one, other) => one.action === other.action}
      onChange={(_, choice) => onChange(choice?.action)}
      sx={WIDTH}
      renderInput={(params) => (
        <TextField
          {...params}
          label={said.action}
          placeholder={said.allActions}
          slotProps={{ ...params.slotProps, inputLabel: { ...params.slotProps.inputLabel, shrink: true } }}
        />
      )}
    />
  );
}

function DayFilter({ label, value, onChange }: FilterProps<string> & { label: string }) {
  return (
    <TextField
      type="date"
      label={label}
      value={value ?? ""}
      onChange={({ target }) => onChange(target.value || undefined)}
      sx={{ ...WIDTH, flex: { xs: "1 1 140px", sm: "0 1 160px" } }}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}
