import EditNoteOutlined from "@mui/icons-material/EditNoteOutlined";
import ScheduleOutlined from "@mui/icons-material/ScheduleOutlined";
import { Chip } from "@mui/material";
import { dateIn } from "../kit/zone";
import { useZone } from "../audit/useZone";
import { t } from "../messages/drafts.gen";
import type { RecordKey } from "../resources/revisions";
import { goesLiveAt, isOf } from "./draft";
import { useDrafts } from "./useDrafts";

/** Shows that a record has a draft, and when the draft goes live. */
export function DraftChip({ kind, id }: { kind: RecordKey["kind"]; id: number }) {
  const zone = useZone();
  const draft = useDrafts().data?.find((one) => isOf(one, { kind, id: String(id) }));
  if (!draft) return null;
  const time = goesLiveAt(draft);
  const isTimed = time !== null;
  const color = isTimed ? "warning.main" : "secondary.main";
  return (
    <Chip
      size="small"
      variant="outlined"
      icon={isTimed ? <ScheduleOutlined aria-hidden /> : <EditNoteOutlined aria-hidden />}
      label={isTimed ? t("chip.goesLive", { date: dateIn(zone, time) }) : t("chip.draft")}
      sx={{ color, borderColor: color, "& .MuiChip-icon": { color: "inherit" } }}
    />
  );
}
