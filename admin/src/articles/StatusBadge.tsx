import ScheduleOutlined from "@mui/icons-material/ScheduleOutlined";
import { Chip, Tooltip } from "@mui/material";
import { useNow } from "../kit/useNow";
import { dateIn } from "../kit/zone";
import { useSettings } from "../layout/useSettings";
import { t } from "../messages/articles.gen";
import { statusOf, type ArticleText } from "./shape";

const REFRESH_INTERVAL_MS = 10_000;

/** Inactive, Scheduled or Live. A scheduled article goes live without a change. */
export function StatusBadge({ article }: { article: Pick<ArticleText, "isActive" | "publicationDate"> }) {
  const status = statusOf(article, useNow(REFRESH_INTERVAL_MS));
  const zone = useSettings()?.timeZone;
  const label = t(`status.${status}`);
  if (status === "scheduled") {
    return (
      <Tooltip title={t("scheduledFor", { time: dateIn(zone, article.publicationDate) })}>
        <Chip
          size="small"
          label={label}
          icon={<ScheduleOutlined aria-hidden />}
          variant="outlined"
          sx={{ color: "warning.main", borderColor: "warning.main", "& .MuiChip-icon": { color: "inherit" } }}
        />
      </Tooltip>
    );
  }
  return (
    <Chip
      size="small"
      label={label}
      variant={status === "live" ? "filled" : "outlined"}
      sx={
        status === "live"
          ? { bgcolor: "primary.subtle", color: "primary.main", fontWeight: 600 }
          : { color: "text.secondary", borderStyle: "dashed" }
      }
    />
  );
}
