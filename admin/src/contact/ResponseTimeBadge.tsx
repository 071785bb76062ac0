import { Chip, Tooltip } from "@mui/material";
import type { MessageResponse } from "@karst/client";
import { longDate } from "../kit/dates";
import { useNow } from "../kit/useNow";
import { t } from "../messages/contact.gen";
import { formatTimeFromNow, responseStatus } from "./shape";

const MINUTE_MS = 60_000;

/** Shows when an answer is due, or whether it was in time. */
export function ResponseTimeBadge({ message }: { message: MessageResponse }) {
  const now = useNow(MINUTE_MS);
  const status = responseStatus(message, now);
  if (status === "none") return null;
  const isLate = status === "overdue" || status === "late";
  return (
    <Tooltip title={longDate(message.dueAt)}>
      <Chip
        size="small"
        label={t("responseTime", { status, time: formatTimeFromNow(message.dueAt, now) })}
        variant={status === "overdue" ? "filled" : "outlined"}
        sx={
          status === "overdue"
            ? { bgcolor: "error.main", color: "error.contrastText", fontWeight: 600 }
            : {
                color: isLate ? "error.main" : "text.secondary",
                borderColor: isLate ? "error.main" : undefined,
              }
        }
      />
    </Tooltip>
  );
}
