import Add from "@mui/icons-material/Add";
import { Box, MenuItem, Stack, TextField } from "@mui/material";
import { useRef, useState, type ReactNode } from "react";
import { IconButtonWithTooltip } from "react-admin";
import { t } from "../../messages/openingHours.gen";
import { SpanInputs } from "./SpanInputs";
import { ALL_DAY, CLOSED, isAllDay, type Times } from "./week";

const KINDS = ["closed", "allDay", "times"] as const;
type Kind = (typeof KINDS)[number];

const USUAL: Times = [{ from: "08:00", to: "17:00" }];
const START: Record<Kind, Times> = { closed: CLOSED, allDay: ALL_DAY, times: USUAL };

interface TimesInputProps {
  /** The visible label of the day. */
  label: string;
  /** The accessible name of the day. */
  name?: string;
  times: Times;
  onChange: (times: Times) => void;
  showsFaults: boolean;
  /** More buttons for the day. */
  tools?: ReactNode;
}

/** One day: closed, open 24 hours, or set hours. */
export function TimesInput({ label, name = label, times, onChange, showsFaults, tools }: TimesInputProps) {
  const box = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState<number | null>(null);
  // Typing 18:00-00:00 over 07:00-00:00 passes through 00:00-00:00, which is open 24 hours. The inputs stay until the
  // focus leaves the day.
  const [isTyping, setTyping] = useState(false);
  const kind: Kind = times.length === 0 ? "closed" : isAllDay(times) && !isTyping ? "allDay" : "times";
  return (
    <Box
      ref={box}
      role="group"
      aria-label={name}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setTyping(false);
      }}
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
        onChange={({ target }) => {
          setTyping(false);
          onChange(START[target.value as Kind]);
        }}
      >
        {KINDS.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`kinds.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      <Stack
        spacing={1}
        onFocus={() => setTyping(true)}
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
                // Removing the times removes the button too: the focus moves to the day's select.
                box.current?.querySelector<HTMLElement>("[role=combobox]")?.focus();
              }}
              isNew={at === added}
              showsFaults={showsFaults}
            >
              {at === times.length - 1 && (
                <IconButtonWithTooltip
                  label={t("addTimes", { day: name })}
                  onClick={() => {
                    setAdded(times.length);
                    onChange([...times, { from: "", to: "" }]);
                  }}
                >
                  <Add fontSize="small" />
                </IconButtonWithTooltip>
              )}
            </SpanInputs>
          ))}
      </Stack>
      {tools}
    </Box>
  );
}
