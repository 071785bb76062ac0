import ContentCopy from "@mui/icons-material/ContentCopy";
import { formatWeekday } from "@karst/web/opening";
import { Menu, MenuItem, Stack } from "@mui/material";
import { useState } from "react";
import { IconButtonWithTooltip } from "react-admin";
import { t } from "../../messages/openingHours.gen";
import { TimesInput } from "./TimesInput";
import type { Times, Week } from "./week";

interface WeekInputProps {
  week: Week;
  onChange: (week: Week) => void;
  showsFaults: boolean;
  /** The accessible name of a day, with its season. */
  nameOf?: (day: string) => string;
}

/** Seven days, from Monday. */
export function WeekInput({ week, onChange, showsFaults, nameOf = (day) => day }: WeekInputProps) {
  return (
    <Stack spacing={1.5}>
      {week.map((times, day) => {
        const label = formatWeekday(day);
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

/** Copies a day's hours to other days. */
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
      <IconButtonWithTooltip
        label={t("copy", { day: name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <ContentCopy fontSize="small" />
      </IconButtonWithTooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => copy(7)}>{t("copyToAll")}</MenuItem>
        <MenuItem onClick={() => copy(5)}>{t("copyToWeekdays")}</MenuItem>
      </Menu>
    </>
  );
}
