import { Autocomplete, Chip, FormControlLabel, MenuItem, Switch, TextField } from "@mui/material";
import type { AuditKind } from "@karst/client";
import { useListContext } from "react-admin";
import { FilterBar } from "../list/FilterBar";
import { narrowing } from "../list/SearchBox";
import { t } from "../messages/audit.gen";
import { t as tActions } from "../messages/auditActions.gen";
import { AccountSelect } from "../users/AccountSelect";
import type { AuditFilters } from "./address";
import { ACTIONS, isKnownAction, KINDS } from "./shape";

const WIDTH = { flex: { xs: "1 1 140px", sm: "1 1 170px" }, minWidth: 140 };

/** Filters by person, record type, action and day, and shows or hides sessions. */
export function AuditFilterBar() {
  const { filterValues, setFilters } = useListContext();
  const filters = filterValues as AuditFilters;
  const set = (change: AuditFilters) => setFilters(narrowing({ ...filters, ...change }), {}, false);
  return (
    <FilterBar>
      <AccountSelect
        label={t("filters.person")}
        placeholder={t("filters.anyone")}
        value={filters.account ?? ""}
        onChange={(account) => set({ account })}
        sx={WIDTH}
      />
      <KindFilter value={filters.kind} onChange={(kind) => set({ kind, subject: undefined })} />
      <ActionFilter value={filters.action} onChange={(action) => set({ action })} />
      <DayFilter label={t("filters.from")} value={filters.from} onChange={(from) => set({ from })} />
      <DayFilter label={t("filters.to")} value={filters.to} onChange={(to) => set({ to })} />
      {/* Other filters leave no sessions, or those of an action that was chosen. */}
      {!filters.action && (!filters.kind || filters.kind === "user") && (
        <FormControlLabel
          control={<Switch checked={!!filters.sessions} />}
          label={t("filters.sessions")}
          onChange={(_, isOn) => set({ sessions: isOn || undefined })}
        />
      )}
      {filters.kind && filters.subject && (
        <Chip
          label={t("filters.record", { id: filters.subject })}
          onDelete={() => set({ subject: undefined })}
          aria-label={t("filters.clearRecord", { id: filters.subject })}
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
      label={t("filters.kind")}
      value={value && KINDS.includes(value) ? value : ""}
      onChange={({ target }) => onChange((target.value || undefined) as AuditKind | undefined)}
      sx={WIDTH}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t("filters.allKinds")}</MenuItem>
      {KINDS.map((kind) => (
        <MenuItem key={kind} value={kind}>
          {t(`kinds.${kind}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}

function ActionFilter({ value, onChange }: FilterProps<string>) {
  return (
    <Autocomplete
      options={ACTIONS as string[]}
      value={value ?? null}
      // An action without a label is shown by its own name.
      getOptionLabel={(action) => (isKnownAction(action) ? tActions(action) : action)}
      onChange={(_, action) => onChange(action ?? undefined)}
      sx={WIDTH}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t("filters.action")}
          placeholder={t("filters.allActions")}
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
