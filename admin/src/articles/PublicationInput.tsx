import { Box, Button, TextField } from "@mui/material";
import { useState } from "react";
import { useController } from "react-hook-form";
import { useNow } from "../kit/useNow";
import { clockIn, dateIn, momentIn, zoneName } from "../kit/zone";
import { useSettings } from "../layout/useSettings";
import type { ArticleText } from "./shape";
import { words } from "./words";

const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** When an article becomes public, on the region's clock, with what that means said in words. */
export function PublicationInput() {
  const { field, fieldState } = useController<ArticleText, "publicationDate">({ name: "publicationDate" });
  const zone = useSettings()?.timeZone ?? own;
  const now = useNow(30_000);
  // What stands in the input while it is no whole time yet, with the value it stands for.
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
        label={words.fields.publicationDate.label}
        required
        value={text}
        onChange={({ target }) => type(target.value)}
        onBlur={field.onBlur}
        inputRef={field.ref}
        error={fieldState.invalid}
        helperText={fieldState.error?.message ?? <Meaning time={field.value} zone={zone} now={now} />}
        slotProps={{
          inputLabel: { shrink: true },
          formHelperText: { ...(fieldState.invalid && { role: "alert" }) },
        }}
        sx={{ flex: "1 1 280px" }}
      />
      <Button variant="outlined" onClick={() => field.onChange(new Date().toISOString())}>
        {words.date.now}
      </Button>
    </Box>
  );
}

/** The same time in words: in the region, for whoever reads it elsewhere, and what will happen. */
function Meaning({ time, zone, now }: { time: string; zone: string; now: number }) {
  if (!time) return null;
  const lines = [
    words.date.told(dateIn(zone, time), zoneName(zone, time)),
    clockIn(zone, time) !== clockIn(own, time) && words.date.yours(dateIn(own, time)),
    Date.parse(time) > now ? words.date.future : words.date.past,
  ].filter(Boolean);
  return lines.map((line) => (
    <Box key={String(line)} component="span" sx={{ display: "block" }}>
      {line}
    </Box>
  ));
}
