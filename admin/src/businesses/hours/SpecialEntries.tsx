import { Box, Checkbox, FormControlLabel, Stack, TextField } from "@mui/material";
import { useState } from "react";
import { t } from "../../messages/openingHours.gen";
import { Entries } from "./Entries";
import { TimesInput } from "./TimesInput";
import { CLOSED, faultOf, type Special } from "./week";

const BLANK: Special = { from: "", to: "", isYearly: false, times: CLOSED };

interface SpecialEntriesProps {
  special: readonly Special[];
  onChange: (special: readonly Special[]) => void;
  showsFaults: boolean;
}

/** Dates with hours of their own. */
export function SpecialEntries({ special, onChange, showsFaults }: SpecialEntriesProps) {
  return (
    <Entries
      title={t("specialDays.title")}
      hint={t("specialDays.hint")}
      entries={special}
      nameOf={(_, at) => t("specialDays.name", { nth: at + 1 })}
      removeLabel={(_, at) => t("specialDays.remove", { nth: at + 1 })}
      addLabel={t("specialDays.add")}
      blank={BLANK}
      onChange={onChange}
    >
      {(one, change, name, at) => (
        <Stack spacing={1.5}>
          <DateInputs nth={at + 1} one={one} onChange={change} showsFaults={showsFaults} />
          <TimesInput
            label={t("specialDays.hours")}
            name={name}
            times={one.times}
            onChange={(times) => change({ ...one, times })}
            showsFaults={showsFaults}
          />
        </Stack>
      )}
    </Entries>
  );
}

interface DateInputsProps {
  nth: number;
  one: Special;
  onChange: (one: Special) => void;
  showsFaults: boolean;
}

/** The first and last day. Errors are shown after the focus leaves them. */
function DateInputs({ nth, one, onChange, showsFaults }: DateInputsProps) {
  const [wasLeft, setWasLeft] = useState(false);
  // The text of a yearly day has no year. This keeps the dates for when the checkbox is cleared.
  const [dated, setDated] = useState(one);
  const fault = showsFaults || wasLeft ? faultOf(one) : null;
  return (
    <Box
      sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "flex-start" }}
      onBlur={({ currentTarget, relatedTarget }) => setWasLeft(!currentTarget.contains(relatedTarget))}
    >
      <DateInput
        label={t("specialDays.first")}
        name={t("specialDays.firstOf", { nth })}
        value={one.from}
        fault={fault === "missing" ? t("specialDays.missing") : null}
        onChange={(from) => onChange({ ...one, from })}
      />
      <DateInput
        label={t("specialDays.last")}
        name={t("specialDays.lastOf", { nth })}
        value={one.to}
        hint={t("specialDays.lastHint")}
        fault={fault === "reversed" ? t("specialDays.reversed") : null}
        onChange={(to) => onChange({ ...one, to })}
      />
      <FormControlLabel
        control={
          <Checkbox
            checked={one.isYearly}
            onChange={(_, isYearly) => {
              if (isYearly) setDated(one);
              const dates = !isYearly && areSameDays(one, dated) ? { from: dated.from, to: dated.to } : {};
              onChange({ ...one, ...dates, isYearly });
            }}
          />
        }
        label={t("specialDays.yearly")}
        sx={{ minBlockSize: 44, mr: 0 }}
      />
    </Box>
  );
}

/** Whether two special days differ at most in the year. */
function areSameDays(one: Special, other: Special): boolean {
  return one.from.slice(5) === other.from.slice(5) && one.to.slice(5) === other.to.slice(5);
}

interface DateInputProps {
  label: string;
  name: string;
  value: string;
  hint?: string;
  fault: string | null;
  onChange: (date: string) => void;
}

function DateInput({ label, name, value, hint, fault, onChange }: DateInputProps) {
  return (
    <TextField
      type="date"
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={fault !== null}
      helperText={fault ?? hint}
      slotProps={{
        // Chromium would accept a year of six digits.
        htmlInput: { "aria-label": name, max: "9999-12-31" },
        inputLabel: { shrink: true },
      }}
      sx={{ inlineSize: 176 }}
    />
  );
}
