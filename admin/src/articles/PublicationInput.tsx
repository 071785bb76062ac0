import { Box, Button } from "@mui/material";
import { useState } from "react";
import { TextInput } from "react-admin";
import { useFormContext, useWatch } from "react-hook-form";
import { clockIn, dateIn, momentIn, zoneName } from "../kit/zone";
import { useSettings } from "../layout/useSettings";
import { t } from "../messages/articles.gen";
import type { ArticleText } from "./shape";

const BY_USER = { shouldDirty: true, shouldValidate: true };
const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The publication time in the region's time zone, with its meaning below. */
export function PublicationInput() {
  const { setValue } = useFormContext<ArticleText>();
  const time = useWatch<ArticleText, "publicationDate">({ name: "publicationDate" });
  const zone = useSettings()?.timeZone ?? ownZone;
  // The text of the input while it is not a complete time, with the value it stands for.
  const [typed, setTyped] = useState({ text: "", value: "" });

  function parse(text: string) {
    const value = momentIn(zone, text);
    setTyped({ text, value });
    return value;
  }

  return (
    <Box sx={{ display: "flex", gap: 1.5, alignItems: "flex-start", flexWrap: "wrap" }}>
      <TextInput
        source="publicationDate"
        type="datetime-local"
        label={t("fields.publicationDate")}
        required
        format={(value: string) => (typed.value === value && typed.text ? typed.text : clockIn(zone, value))}
        parse={parse}
        helperText={<Meaning time={time} zone={zone} />}
        slotProps={{ inputLabel: { shrink: true } }}
        sx={{ flex: "1 1 240px" }}
      />
      <Button
        variant="outlined"
        onClick={() => setValue("publicationDate", new Date().toISOString(), BY_USER)}
      >
        {t("date.now")}
      </Button>
    </Box>
  );
}

/** The time in the region and in the reader's time zone. */
export function Meaning({ time, zone }: { time: string; zone: string }) {
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
