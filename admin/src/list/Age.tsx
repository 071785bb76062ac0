import { Tooltip } from "@mui/material";
import { ago, longDate } from "../kit/dates";
import { useNow } from "../kit/useNow";

const MINUTE_MS = 60_000;

/** The relative time, with the exact time on touch or hover. */
export function Age({ time }: { time: string }) {
  const now = useNow(MINUTE_MS);
  return (
    <Tooltip title={longDate(time)}>
      <time dateTime={time}>{ago(time, new Date(now))}</time>
    </Tooltip>
  );
}
