import { Box, Typography } from "@mui/material";
import type { PlaceResponse } from "@karst/client";
import { dayOf, isToday, minuteOf, timeOf } from "../kit/dates";
import { t } from "../messages/live.gen";
import { useLive, type Live, type Published } from "./useLive";

interface LiveMarkProps {
  place: Pick<PlaceResponse, "id" | "version" | "isActive" | "updatedAt" | "liveSince">;
  resource?: Published;
  /** Whether only the time is shown, below a heading "Live since". */
  isShort?: boolean;
}

/** "Live since 14:02:11", with a dot. Each state is shown in words, never by color alone. */
export function LiveMark({ place, resource, isShort }: LiveMarkProps) {
  const live = useLive(place, resource);
  return (
    <Box component="span" role="status" sx={{ display: "inline-flex", alignItems: "center", gap: 1 }}>
      <Dot state={live.state} />
      <Typography
        component="span"
        variant="body2"
        sx={{
          whiteSpace: isShort ? "nowrap" : "normal",
          color: live.state === "late" ? "warning.main" : "inherit",
        }}
      >
        {live.state === "live" && isShort ? moment(live.since) : sentence(live)}
      </Typography>
    </Box>
  );
}

/** The state in words. */
export function sentence(live: Live): string {
  if (live.state !== "live") return t(`state.${live.state}`);
  return t("since", { time: moment(live.since) });
}

/** `14:02:11` for today, `Jul 5, 09:22` for earlier days. */
function moment(time: string): string {
  return isToday(time) ? timeOf(time) : t("dayTime", { day: dayOf(time), time: minuteOf(time) });
}

function Dot({ state }: { state: Live["state"] }) {
  const color = {
    live: "success.main",
    pending: "warning.main",
    late: "warning.main",
    hidden: "text.disabled",
  }[state];
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        width: 8,
        height: 8,
        borderRadius: "50%",
        flexShrink: 0,
        bgcolor: color,
        ...(state === "pending" && { animation: "breathe 1.2s ease-in-out infinite" }),
        "@keyframes breathe": { "50%": { opacity: 0.25 } },
      }}
    />
  );
}
