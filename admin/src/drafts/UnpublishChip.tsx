import EventBusyOutlined from "@mui/icons-material/EventBusyOutlined";
import { Chip } from "@mui/material";
import { useZone } from "../audit/useZone";
import { dateIn } from "../kit/zone";
import { t } from "../messages/drafts.gen";

/** The time at which a record is unpublished, if any. */
export function UnpublishChip({ time }: { time: string | null }) {
  const zone = useZone();
  if (!time) return null;
  return (
    <Chip
      size="small"
      variant="outlined"
      icon={<EventBusyOutlined aria-hidden />}
      label={t("chip.unpublish", { date: dateIn(zone, time) })}
      sx={{ color: "warning.main", borderColor: "warning.main", "& .MuiChip-icon": { color: "inherit" } }}
    />
  );
}
