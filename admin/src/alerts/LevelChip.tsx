import { Chip } from "@mui/material";
import type { AlertLevel } from "@karst/client";
import { levelLabel } from "@karst/web/alerts";

const COLORS = { closed: "error", danger: "error", restricted: "warning", information: "info" } as const;

/** The level of an alert. */
export function LevelChip({ level }: { level: AlertLevel }) {
  return <Chip size="small" variant="outlined" color={COLORS[level]} label={levelLabel(level)} />;
}
