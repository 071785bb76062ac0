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
      {/* Other filters leave no sessions, or those of an action that was chosen. */}
      {!action && (!kind || kind === "user") && (
        <BooleanInput
          source="sessions"
          label={t("filters.sessions")}
          helperText={false}
          // Off is no filter.
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

/** Not react-admin's DateInput, which changes its value whenever it loses the focus while it is empty. */
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

/** The record that the link to the audit log was about. */
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
