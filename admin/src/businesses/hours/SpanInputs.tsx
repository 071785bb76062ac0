import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import { Box, TextField, Typography } from "@mui/material";
import { useState, type ReactNode } from "react";
import { IconButtonWithTooltip } from "react-admin";
import { t } from "../../messages/openingHours.gen";
import { isOvernight, type Span } from "./week";

interface SpanInputsProps {
  /** The day, and the position of these times in it, from 1. */
  name: string;
  nth: number;
  span: Span;
  onChange: (span: Span) => void;
  onRemove: () => void;
  /** Whether these times were just added. They then get the focus. */
  isNew: boolean;
  showsFaults: boolean;
  /** Shown after the inputs. */
  children: ReactNode;
}

/** An opening and a closing time. Missing times are reported after the focus leaves them. */
export function SpanInputs({
  name,
  nth,
  span,
  onChange,
  onRemove,
  isNew,
  showsFaults,
  children,
}: SpanInputsProps) {
  const [wasLeft, setWasLeft] = useState(false);
  const validates = showsFaults || wasLeft;
  return (
    <Box
      sx={{
        display: "flex",
        flexWrap: "wrap",
        columnGap: 1,
        rowGap: 0.5,
        alignItems: "flex-start",
        inlineSize: "100%",
      }}
      onBlur={({ currentTarget, relatedTarget }) => setWasLeft(!currentTarget.contains(relatedTarget))}
    >
      <TimeInput
        label={t("opens")}
        name={t("opensOn", { day: name, nth })}
        value={span.from}
        fault={validates && !span.from && t("noOpening")}
        onChange={(from) => onChange({ ...span, from })}
        hasFocus={isNew}
      />
      <TimeInput
        label={t("closes")}
        name={t("closesOn", { day: name, nth })}
        // A time input has no 24:00.
        value={span.to === "24:00" ? "00:00" : span.to}
        fault={validates && !span.to && t("noClosing")}
        onChange={(to) => onChange({ ...span, to })}
      />
      <IconButtonWithTooltip label={t("removeTimes", { day: name, nth })} onClick={onRemove}>
        <DeleteOutlined fontSize="small" />
      </IconButtonWithTooltip>
      {children}
      {isOvernight(span) && (
        <Typography variant="body2" sx={{ color: "text.secondary", alignSelf: "center" }}>
          {t("nextDay", { time: span.to })}
        </Typography>
      )}
    </Box>
  );
}

interface TimeInputProps {
  label: string;
  /** The accessible name. */
  name: string;
  value: string;
  fault: string | false;
  onChange: (time: string) => void;
  hasFocus?: boolean;
}

function TimeInput({ label, name, value, fault, onChange, hasFocus }: TimeInputProps) {
  return (
    <TextField
      type="time"
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      autoFocus={hasFocus}
      error={Boolean(fault)}
      helperText={fault}
      slotProps={{
        htmlInput: { "aria-label": name },
        inputLabel: { shrink: true },
        formHelperText: { sx: { mx: 0.5 } },
      }}
      sx={{
        flex: "1 1 112px",
        maxInlineSize: 144,
        "& input": { pl: 1.25, pr: 0.5 },
        "& input::-webkit-calendar-picker-indicator": { ml: 0 },
      }}
    />
  );
}
