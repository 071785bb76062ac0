import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import { Box, IconButton, TextField, Tooltip, Typography } from "@mui/material";
import { useState, type ReactNode } from "react";
import { isOvernight, type Span } from "./week";
import { words } from "./words";

interface SpanInputsProps {
  /** Whose times they are, and the how many-th of them. */
  name: string;
  nth: number;
  span: Span;
  onChange: (span: Span) => void;
  onRemove: () => void;
  /** Somebody has just added it. */
  isNew: boolean;
  showsFaults: boolean;
  /** What stands behind them. */
  children: ReactNode;
}

/** From when until when; what is missing is said once somebody has left it. */
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
  const [isLeft, setLeft] = useState(false);
  const tells = showsFaults || isLeft;
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
      onBlur={({ currentTarget, relatedTarget }) => setLeft(!currentTarget.contains(relatedTarget))}
    >
      <TimeInput
        label={words.opens}
        name={words.opensOn(name, nth)}
        value={span.from}
        fault={tells && !span.from && words.noOpening}
        onChange={(from) => onChange({ ...span, from })}
        hasFocus={isNew}
      />
      <TimeInput
        label={words.closes}
        name={words.closesOn(name, nth)}
        // No clock shows the end of a day as 24:00.
        value={span.to === "24:00" ? "00:00" : span.to}
        fault={tells && !span.to && words.noClosing}
        onChange={(to) => onChange({ ...span, to })}
      />
      <Tooltip title={words.removeTimes(name, nth)}>
        <IconButton aria-label={words.removeTimes(name, nth)} onClick={onRemove}>
          <DeleteOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
      {children}
      {isOvernight(span) && (
        <Typography variant="body2" sx={{ color: "text.secondary", alignSelf: "center" }}>
          {words.nextDay(span.to)}
        </Typography>
      )}
    </Box>
  );
}

interface TimeInputProps {
  label: string;
  /** What it is called where its row is not seen. */
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
        formHelperText: { role: "alert", sx: { mx: 0.5 } },
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
