import { Box, Chip } from "@mui/material";
import type { AdminEntryResponse } from "@karst/client";
import { currentLocale } from "@karst/web/messages";
import { t } from "../messages/spam.gen";
import { scoreLook } from "./look";

const LOOKS = {
  destructive: { bgcolor: "error.main", color: "error.contrastText", fontWeight: 600 },
  secondary: { bgcolor: "warning.main", color: "warning.contrastText", fontWeight: 600 },
  outline: { color: "text.secondary" },
};

/** The spam score as a badge. */
export function SpamBadge({ percent }: { percent: number }) {
  const look = scoreLook(percent);
  return (
    <Chip
      size="small"
      data-look={look}
      label={t("score", { percent })}
      variant={look === "outline" ? "outlined" : "filled"}
      sx={LOOKS[look]}
    />
  );
}

/** The reasons of the spam score, the most points first. */
export function SpamReasons({ reasons }: { reasons: AdminEntryResponse["spamReasons"] }) {
  if (reasons.length === 0) return null;
  const heaviest = [...reasons].sort((one, other) => other.points - one.points);
  return (
    <Box
      component="ul"
      aria-label={t("reasons")}
      sx={{ listStyle: "none", m: 0, p: 0, fontSize: "0.8125rem", color: "text.secondary" }}
    >
      {heaviest.map(({ code, text, points }) => (
        <li key={`${code} ${text}`}>
          <Box component="span" sx={{ fontVariantNumeric: "tabular-nums", fontWeight: 600, mr: 1 }}>
            {formatPoints(points)}
          </Box>
          {text}
        </li>
      ))}
    </Box>
  );
}

/** `+3`, `−2` */
function formatPoints(points: number): string {
  return new Intl.NumberFormat(currentLocale(), { signDisplay: "exceptZero" })
    .format(points)
    .replace("-", "−");
}
