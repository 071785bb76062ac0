import { Chip, Tooltip } from "@mui/material";
import type { MessageResponse } from "@karst/client";
import { longDate } from "../kit/dates";
import { useNow } from "../kit/useNow";
import { distance, promiseOf } from "./shape";
import { words } from "./words";

const MINUTE_MS = 60_000;

/** By when an answer is due, or that it is late, or whether it came in time. */
export function PromiseMark({ message }: { message: MessageResponse }) {
  const now = useNow(MINUTE_MS);
  const promise = promiseOf(message, now);
  if (promise === "none") return null;
  const label = {
    due: () => words.due.in(distance(message.dueAt, now)),
    late: () => words.due.late(distance(message.dueAt, now)),
    kept: () => words.due.kept,
    missed: () => words.due.missed,
  }[promise]();
  const isBad = promise === "late" || promise === "missed";
  return (
    <Tooltip title={longDate(message.dueAt)}>
      <Chip
        size="small"
        label={label}
        data-promise={promise}
        variant={promise === "late" ? "filled" : "outlined"}
        sx={
          promise === "late"
            ? { bgcolor: "error.main", color: "error.contrastText", fontWeight: 600 }
            : {
                color: isBad ? "error.main" : "text.secondary",
                borderColor: isBad ? "error.main" : undefined,
              }
        }
      />
    </Tooltip>
  );
}
