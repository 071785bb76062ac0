import { Box } from "@mui/material";
import { OWN_ZONE } from "../audit/address";
import { clockIn, dateIn, momentIn, occurrenceIn, offsetName, zoneName } from "../kit/zone";
import { t } from "../messages/form.gen";

interface TimeMeaningProps {
  /** RFC 3339, or blank. */
  time: string;
  zone: string;
  /** The typed text, if the clock shows another text at `time`. */
  text?: string;
}

/**
 * The interpretation of a time below its input: the time in the region, and in the reader's time zone if that
 * differs. At a change of the clock, also which moment is meant.
 */
export function TimeMeaning({ time, zone, text = clockIn(zone, time) }: TimeMeaningProps) {
  if (!time) return null;
  const occurrence = occurrenceIn(zone, text);
  const shown = { clock: clockIn(zone, time).slice(11), offset: offsetName(zone, time) ?? "" };
  const isFirst = Date.parse(time) < Date.parse(momentIn(zone, text)) + 60_000;
  const lines = [
    t("time.inRegion", { time: dateIn(zone, time), zone: zoneName(zone, time) }),
    occurrence === "skipped" && t("time.skipped", { typed: text.slice(11, 16), ...shown }),
    occurrence === "twice" && t("time.twice", { ...shown, which: isFirst ? "first" : "second" }),
    clockIn(zone, time) !== clockIn(OWN_ZONE, time) && t("time.yours", { time: dateIn(OWN_ZONE, time) }),
  ].filter((line) => line !== false);
  return lines.map((line) => (
    <Box key={line} component="span" sx={{ display: "block" }}>
      {line}
    </Box>
  ));
}
