import { Chip } from "@mui/material";
import { AutocompleteInput, BooleanInput, TextInput, useInput, useListContext } from "react-admin";
import { useFormContext } from "react-hook-form";
import { FILTER_WIDTH, FilterBar } from "../list/FilterBar";
import { FilterSelect } from "../list/FilterSelect";
import { SavedViews } from "../list/SavedViews";
import { t } from "../messages/audit.gen";
import { t as tActions } from "../messages/auditActions.gen";
import { AccountFilter } from "../users/AccountFilter";
import type { AuditFilters } from "./address";
import { ACTIONS, isKnownAction, KINDS } from "./shape";

/** Filters by person, record type, action and day, and shows or hides sessions. */
export function AuditFilterBar() {
  const { action, kind } = useListContext().filterValues as AuditFilters;
  return (
    <FilterBar actions={<SavedViews />}>
      <AccountFilter source="account" label={t("filters.person")} placeholder={t("filters.anyone")} />
      <KindFilter />
      <ActionFilter />
      <DayFilter source="from" label={t("filters.from")} />
      <DayFilter source="to" label={t("filters.to")} />
      {/* An action or another record type already decides whether sessions are listed. */}
      {!action && (!kind || kind === "user") && (
        <BooleanInput
          source="sessions"
          label={t("filters.sessions")}
          helperText={false}
          // Turning the switch off removes the filter.
          defaultValue={null}
          parse={(isOn: boolean) => isOn || null}
        />
      )}
      {kind && <RecordFilter />}
    </FilterBar>
  );
}

function KindFilter() {
  const { setValue } = useFormContext();
  return (
    <FilterSelect
      source="kind"
      label={t("filters.kind")}
      options={{
        "": t("filters.allKinds"),
        ...Object.fromEntries(KINDS.map((kind) => [kind, t(`kinds.${kind}`)])),
      }}
      onChange={() => setValue("subject", "")}
    />
  );
}

function ActionFilter() {
  const { action } = useListContext().filterValues as AuditFilters;
  // An action without a label is shown by its own name.
  const actions = action && !isKnownAction(action) ? [...ACTIONS, action] : ACTIONS;
  return (
    <AutocompleteInput
      source="action"
      label={t("filters.action")}
      emptyText={t("filters.allActions")}
      choices={actions.map((id) => ({ id, name: isKnownAction(id) ? tActions(id) : id }))}
      translateChoice={false}
      helperText={false}
      sx={FILTER_WIDTH}
    />
  );
}

/** react-admin's DateInput is not used: it changes its value whenever it loses the focus while empty. */
function DayFilter({ source, label }: { source: string; label: string }) {
  return (
    <TextInput
      source={source}
      type="date"
      label={label}
      helperText={false}
      sx={{ ...FILTER_WIDTH, flex: { xs: "1 1 140px", sm: "0 1 160px" } }}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}

/** The filter by record, which only links to the audit log set. */
function RecordFilter() {
  const { field } = useInput<string>({ source: "subject" });
  const id = field.value as string;
  if (!id) return null;
  return (
    <Chip
      label={t("filters.record", { id })}
      onDelete={() => field.onChange("")}
      aria-label={t("filters.clearRecord", { id })}
      sx={{ maxWidth: "100%" }}
    />
  );
}
