import Add from "@mui/icons-material/Add";
import { Box, IconButton, MenuItem, Stack, TextField, Tooltip } from "@mui/material";
import { useRef, useState, type ReactNode } from "react";
import { SpanInputs } from "./SpanInputs";
import { ALL_DAY, CLOSED, isAllDay, type Times } from "./week";
import { words } from "./words";

type Kind = keyof typeof words.kinds;

const USUAL: Times = [{ from: "08:00", to: "17:00" }];
const START: Record<Kind, Times> = { closed: CLOSED, allDay: ALL_DAY, times: USUAL };

interface TimesInputProps {
  /** Which day it is, as it stands over the choice. */
  label: string;
  /** The same for whoever does not see what is around it. */
  name?: string;
  times: Times;
  onChange: (times: Times) => void;
  showsFaults: boolean;
  /** What else can be done with the day. */
  tools?: ReactNode;
}

/** One day: closed, open around the clock, or at times. */
export function TimesInput({ label, name = label, times, onChange, showsFaults, tools }: TimesInputProps) {
  const box = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState<number | null>(null);
  const kind: Kind = times.length === 0 ? "closed" : isAllDay(times) ? "allDay" : "times";
  return (
    <Box
      ref={box}
      role="group"
      aria-label={name}
      sx={{
        display: "grid",
        gap: 1,
        gridTemplateColumns: {
          xs: tools ? "minmax(0, 1fr) 44px" : "minmax(0, 1fr)",
          sm: tools ? "176px minmax(0, 1fr) 44px" : "176px minmax(0, 1fr)",
        },
        alignItems: "start",
      }}
    >
      <TextField
        select
        label={label}
        value={kind}
        onChange={({ target }) => onChange(START[target.value as Kind])}
      >
        {Object.entries(words.kinds).map(([value, said]) => (
          <MenuItem key={value} value={value}>
            {said}
          </MenuItem>
        ))}
      </TextField>
      <Stack
        spacing={1}
        sx={{
          gridColumn: { xs: "1 / -1", sm: "auto" },
          gridRow: { xs: 2, sm: "auto" },
        }}
      >
        {kind === "times" &&
          times.map((span, at) => (
            <SpanInputs
              key={at}
              name={name}
              nth={at + 1}
              span={span}
              onChange={(changed) => onChange(times.with(at, changed))}
              onRemove={() => {
                onChange(times.toSpliced(at, 1));
                // The button is gone with its times: the focus stays with the day.
                box.current?.querySelector<HTMLElement>("[role=combobox]")?.focus();
              }}
              isNew={at === added}
              showsFaults={showsFaults}
            >
              {at === times.length - 1 && (
                <Tooltip title={words.addTimes(name)}>
                  <IconButton
                    aria-label={words.addTimes(name)}
                    onClick={() => {
                      setAdded(times.length);
                      onChange([...times, { from: "", to: "" }]);
                    }}
                  >
                    <Add fontSize="small" />
                  </IconButton>
                </Tooltip>
              )}
            </SpanInputs>
          ))}
      </Stack>
      {tools}
    </Box>
  );
}
