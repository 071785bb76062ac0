import { MenuItem, Stack, TextField } from "@mui/material";
import { Entries } from "./Entries";
import { months } from "./read";
import { MONTHS, type Season, type Week } from "./week";
import { WeekInput } from "./WeekInput";
import { words } from "./words";

const said = words.seasons;

interface SeasonEntriesProps {
  /** What a new one begins with. */
  usual: Week;
  seasons: readonly Season[];
  onChange: (seasons: readonly Season[]) => void;
  showsFaults: boolean;
}

/** Months of every year with a week of their own. */
export function SeasonEntries({ usual, seasons, onChange, showsFaults }: SeasonEntriesProps) {
  const nameOf = ({ first, last }: Season) => said.one(words.month(first), words.month(last));
  return (
    <Entries
      title={said.title}
      hint={said.hint}
      entries={seasons}
      nameOf={nameOf}
      removeSaid={said.remove}
      addSaid={said.add}
      blank={nextSeason(seasons, usual)}
      onChange={onChange}
    >
      {(season, change, name) => (
        <Stack spacing={2}>
          <Stack direction="row" spacing={1}>
            <MonthInput
              label={said.first}
              month={season.first}
              onChange={(first) => change({ ...season, first })}
            />
            <MonthInput
              label={said.last}
              month={season.last}
              onChange={(last) => change({ ...season, last })}
            />
          </Stack>
          <WeekInput
            week={season.week}
            onChange={(week) => change({ ...season, week })}
            showsFaults={showsFaults}
            nameOf={(day) => said.day(name, day)}
          />
        </Stack>
      )}
    </Entries>
  );
}

function MonthInput({
  label,
  month,
  onChange,
}: {
  label: string;
  month: number;
  onChange: (month: number) => void;
}) {
  return (
    <TextField
      select
      label={label}
      value={month}
      onChange={({ target }) => onChange(Number(target.value))}
      sx={{ maxInlineSize: 176 }}
    >
      {MONTHS.map((_, at) => (
        <MenuItem key={at} value={at + 1}>
          {words.month(at + 1)}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Half a year, or the free months after the last season; nothing where the year is full. */
function nextSeason(seasons: readonly Season[], week: Week): Season | null {
  const last = seasons.at(-1);
  if (!last) return { first: 4, last: 9, week };
  const taken = new Set(seasons.flatMap(months));
  const free = months({ first: (last.last % 12) + 1, last: last.last }).filter((month) => !taken.has(month));
  const end = free.findIndex((month, at) => free[at + 1] !== (month % 12) + 1);
  return free.length > 0 ? { first: free[0]!, last: free[end]!, week } : null;
}
