import ScheduleOutlined from "@mui/icons-material/ScheduleOutlined";
import { Chip } from "@mui/material";
import type { ReleaseItem } from "@karst/client";
import { useZone } from "../audit/useZone";
import { dateIn } from "../kit/zone";
import { t } from "../messages/releases.gen";
import { isTimed } from "./release";

const COLORS: Record<ReleaseItem["state"], string> = {
  open: "secondary.main",
  published: "success.main",
  undone: "text.secondary",
  canceled: "text.secondary",
};

/** The state of a release, and when it goes live. */
export function StateChip({ release }: { release: ReleaseItem }) {
  const zone = useZone();
  const isScheduled = isTimed(release);
  const color = isScheduled ? "warning.main" : COLORS[release.state];
  return (
    <Chip
      size="small"
      variant="outlined"
      icon={isScheduled ? <ScheduleOutlined aria-hidden /> : undefined}
      label={
        isScheduled
          ? t("state.scheduled", { date: dateIn(zone, release.publishAt!) })
          : t("state.label", { state: release.state })
      }
      sx={{ color, borderColor: color, "& .MuiChip-icon": { color: "inherit" } }}
    />
  );
}
