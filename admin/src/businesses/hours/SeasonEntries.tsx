import { currentLocale } from "@karst/web/messages";
import { MenuItem, Stack, TextField } from "@mui/material";
import { t } from "../../messages/openingHours.gen";
import { Entries } from "./Entries";
import { months } from "./read";
import { MONTHS, type Season, type Week } from "./week";
import { WeekInput } from "./WeekInput";

interface SeasonEntriesProps {
  /** The initial week of a new season. */
  usual: Week;
  seasons: readonly Season[];
  onChange: (seasons: readonly Season[]) => void;
  showsFaults: boolean;
}

/** Months with their own weekly hours, every year. */
export function SeasonEntries({ usual, seasons, onChange, showsFaults }: SeasonEntriesProps) {
  const nameOf = ({ first, last }: Season) =>
    first === last ? monthName(first) : t("seasons.name", { first: monthName(first), last: monthName(last) });
  return (
    <Entries
      title={t("seasons.title")}
      hint={t("seasons.hint")}
      entries={seasons}
      nameOf={nameOf}
      removeLabel={(season) => t("seasons.remove", { season })}
      addLabel={t("seasons.add")}
      blank={nextSeason(seasons, usual)}
      onChange={onChange}
    >
      {(season, change, name) => (
        <Stack spacing={2}>
          <Stack direction="row" spacing={1}>
            <MonthInput
              label={t("seasons.first")}
              month={season.first}
              onChange={(first) => change({ ...season, first })}
            />
            <MonthInput
              label={t("seasons.last")}
              month={season.last}
              onChange={(last) => change({ ...season, last })}
            />
          </Stack>
          <WeekInput
            week={season.week}
            onChange={(week) => change({ ...season, week })}
            showsFaults={showsFaults}
            nameOf={(day) => t("seasons.day", { season: name, day })}
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
          {monthName(at + 1)}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** The name of a month; 1 is January. */
const monthName = (month: number) =>
  new Intl.DateTimeFormat(currentLocale(), { month: "long", timeZone: "UTC" }).format(
    Date.UTC(2024, month - 1, 1),
  );

/** Half a year, or the free months after the last season; null if none is free. */
function nextSeason(seasons: readonly Season[], week: Week): Season | null {
  const last = seasons.at(-1);
  if (!last) return { first: 4, last: 9, week };
  const taken = new Set(seasons.flatMap(months));
  const free = months({ first: (last.last % 12) + 1, last: last.last }).filter((month) => !taken.has(month));
  const end = free.findIndex((month, at) => free[at + 1] !== (month % 12) + 1);
  return free.length > 0 ? { first: free[0]!, last: free[end]!, week } : null;
}
