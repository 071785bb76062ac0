import ScheduleOutlined from "@mui/icons-material/ScheduleOutlined";
import { Chip, Tooltip } from "@mui/material";
import { useNow } from "../kit/useNow";
import { dateIn } from "../kit/zone";
import { useSettings } from "../layout/useSettings";
import { standingOf, type ArticleText } from "./shape";
import { words } from "./words";

const LOOK_AGAIN_MS = 10_000;

/** Inactive, Scheduled (and for when), or Live: by the clock, because a scheduled article goes public by itself. */
export function StandingBadge({ article }: { article: Pick<ArticleText, "isActive" | "publicationDate"> }) {
  const standing = standingOf(article, useNow(LOOK_AGAIN_MS));
  const zone = useSettings()?.timeZone;
  const label = words.standing[standing];
  if (standing === "scheduled") {
    return (
      <Tooltip title={words.standing.scheduledFor(dateIn(zone, article.publicationDate))}>
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
      variant={standing === "live" ? "filled" : "outlined"}
      sx={
        standing === "live"
          ? { bgcolor: "primary.subtle", color: "primary.main", fontWeight: 600 }
          : { color: "text.secondary", borderStyle: "dashed" }
      }
    />
  );
}
