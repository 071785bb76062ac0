import ContentCopy from "@mui/icons-material/ContentCopy";
import { IconButton, Menu, MenuItem, Stack, Tooltip } from "@mui/material";
import { useState } from "react";
import { TimesInput } from "./TimesInput";
import type { Times, Week } from "./week";
import { words } from "./words";

interface WeekInputProps {
  week: Week;
  onChange: (week: Week) => void;
  showsFaults: boolean;
  /** How a day is called for whoever does not see which week it is of. */
  nameOf?: (day: string) => string;
}

/** Seven days, from Monday. */
export function WeekInput({ week, onChange, showsFaults, nameOf = (day) => day }: WeekInputProps) {
  return (
    <Stack spacing={1.5}>
      {week.map((times, day) => {
        const label = words.weekday(day);
        return (
          <TimesInput
            key={day}
            label={label}
            name={nameOf(label)}
            times={times}
            onChange={(changed) => onChange(week.with(day, changed))}
            showsFaults={showsFaults}
            tools={<Copy name={nameOf(label)} times={times} week={week} onChange={onChange} />}
          />
        );
      })}
    </Stack>
  );
}

/** Gives a day's hours to others. */
function Copy({
  name,
  times,
  week,
  onChange,
}: { name: string; times: Times } & Omit<WeekInputProps, "showsFaults">) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const copy = (days: number) => {
    onChange([...Array.from({ length: days }, () => times), ...week.slice(days)]);
    setAnchor(null);
  };
  return (
    <>
      <Tooltip title={words.copy(name)}>
        <IconButton
          aria-label={words.copy(name)}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <ContentCopy fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => copy(7)}>{words.copyTo.all}</MenuItem>
        <MenuItem onClick={() => copy(5)}>{words.copyTo.weekdays}</MenuItem>
      </Menu>
    </>
  );
}
