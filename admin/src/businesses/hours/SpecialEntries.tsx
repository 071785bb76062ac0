import { Box, Checkbox, FormControlLabel, Stack, TextField } from "@mui/material";
import { useState } from "react";
import { Entries } from "./Entries";
import { TimesInput } from "./TimesInput";
import { CLOSED, faultOf, type Special } from "./week";
import { words } from "./words";

const said = words.special;
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
      title={said.title}
      hint={said.hint}
      entries={special}
      nameOf={(_, at) => said.one(at + 1)}
      removeSaid={said.remove}
      addSaid={said.add}
      blank={BLANK}
      onChange={onChange}
    >
      {(one, change, name) => (
        <Stack spacing={1.5}>
          <DateInputs name={name} one={one} onChange={change} showsFaults={showsFaults} />
          <TimesInput
            label={said.times}
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
  name: string;
  one: Special;
  onChange: (one: Special) => void;
  showsFaults: boolean;
}

/** From which day until which; what is wrong is said once somebody has left them. */
function DateInputs({ name, one, onChange, showsFaults }: DateInputsProps) {
  const [isLeft, setLeft] = useState(false);
  // The text of a day that comes every year has no room for the year that it had.
  const [once, setOnce] = useState(one);
  const fault = showsFaults || isLeft ? faultOf(one) : null;
  return (
    <Box
      sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "flex-start" }}
      onBlur={({ currentTarget, relatedTarget }) => setLeft(!currentTarget.contains(relatedTarget))}
    >
      <DateInput
        label={said.first}
        name={`${name}, ${said.first.toLowerCase()}`}
        value={one.from}
        fault={fault === "missing" ? said.missing : null}
        onChange={(from) => onChange({ ...one, from })}
      />
      <DateInput
        label={said.last}
        name={`${name}, ${said.last.toLowerCase()}`}
        value={one.to}
        hint={said.lastHint}
        fault={fault === "reversed" ? said.reversed : null}
        onChange={(to) => onChange({ ...one, to })}
      />
      <FormControlLabel
        control={
          <Checkbox
            checked={one.isYearly}
            onChange={(_, isYearly) => {
              if (isYearly) setOnce(one);
              const dates = !isYearly && areSameDays(one, once) ? { from: once.from, to: once.to } : {};
              onChange({ ...one, ...dates, isYearly });
            }}
          />
        }
        label={said.yearly}
        sx={{ minBlockSize: 44, mr: 0 }}
      />
    </Box>
  );
}

/** Whether they are the same but for the year. */
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
        // Chromium would go on to a year of six digits, which no text has.
        htmlInput: { "aria-label": name, max: "9999-12-31" },
        inputLabel: { shrink: true },
        formHelperText: { ...(fault !== null && { role: "alert" }) },
      }}
      sx={{ inlineSize: 176 }}
    />
  );
}
