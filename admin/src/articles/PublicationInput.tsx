import { Box, Button, TextField } from "@mui/material";
import { useState } from "react";
import { useController } from "react-hook-form";
import { clockIn, dateIn, momentIn, zoneName } from "../kit/zone";
import { useSettings } from "../layout/useSettings";
import { t } from "../messages/articles.gen";
import type { ArticleText } from "./shape";

const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The publication time in the region's time zone, with its meaning below. */
export function PublicationInput() {
  const { field, fieldState } = useController<ArticleText, "publicationDate">({ name: "publicationDate" });
  const zone = useSettings()?.timeZone ?? ownZone;
  // The text of the input while it is not a complete time, with the value it stands for.
  const [typed, setTyped] = useState({ text: "", value: "" });
  const text = typed.value === field.value && typed.text ? typed.text : clockIn(zone, field.value);

  function type(entered: string) {
    const value = momentIn(zone, entered);
    setTyped({ text: entered, value });
    field.onChange(value);
  }

  return (
    <Box sx={{ display: "flex", gap: 1.5, alignItems: "flex-start", flexWrap: "wrap" }}>
      <TextField
        type="datetime-local"
        name={field.name}
        label={t("fields.publicationDate")}
        required
        value={text}
        onChange={({ target }) => type(target.value)}
        onBlur={field.onBlur}
        inputRef={field.ref}
        error={fieldState.invalid}
        helperText={fieldState.error?.message ?? <Meaning time={field.value} zone={zone} />}
        slotProps={{
          inputLabel: { shrink: true },
          formHelperText: { ...(fieldState.invalid && { role: "alert" }) },
        }}
        sx={{ flex: "1 1 240px" }}
      />
      <Button variant="outlined" onClick={() => field.onChange(new Date().toISOString())}>
        {t("date.now")}
      </Button>
    </Box>
  );
}

/** The time in the region and in the reader's time zone. */
function Meaning({ time, zone }: { time: string; zone: string }) {
  if (!time) return null;
  const lines = [
    t("date.inRegion", { time: dateIn(zone, time), zone: zoneName(zone, time) }),
    clockIn(zone, time) !== clockIn(ownZone, time) && t("date.yours", { time: dateIn(ownZone, time) }),
  ].filter(Boolean);
  return lines.map((line) => (
    <Box key={String(line)} component="span" sx={{ display: "block" }}>
      {line}
    </Box>
  ));
}
