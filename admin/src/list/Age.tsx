import { Tooltip } from "@mui/material";
import { ago, longDate } from "../kit/dates";
import { useNow } from "../kit/useNow";

const MINUTE_MS = 60_000;

/** How long ago, and on touch or hover when exactly. */
export function Age({ time }: { time: string }) {
  const now = useNow(MINUTE_MS);
  return (
    <Tooltip title={longDate(time)}>
      <time dateTime={time}>{ago(time, new Date(now))}</time>
    </Tooltip>
  );
}
