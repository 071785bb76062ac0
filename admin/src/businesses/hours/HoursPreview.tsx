import { Alert, Box, Button, Typography } from "@mui/material";
import { unwrap } from "@karst/client";
import {
  groupWeekdays,
  localTime,
  nextSpecialDays,
  openStatus,
  usualWeek,
} from "@karst/client/opening/calendar";
import { formatDays, formatRemark, formatSpecialDays, formatState, formatTimes } from "@karst/web/opening";
import { useQuery } from "@tanstack/react-query";
import { HttpError } from "react-admin";
import { karst } from "../../api";
import { useNow } from "../../kit/useNow";
import { useRested } from "../../kit/useRested";
import { useSettings } from "../../layout/useSettings";
import { t } from "../../messages/openingHours.gen";
import { useAsk } from "../../useAsk";

/** A preview of unsaved opening hours as the site shows them. The server parses the text. */
export function HoursPreview({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const hours = useRested(text.trim());
  const zone = useSettings()?.timeZone;
  const now = useNow(30_000);
  const ask = useAsk();
  const { data, error } = useQuery({
    queryKey: ["opening", hours],
    queryFn: () => ask(() => unwrap(karst.GET("/api/opening", { params: { query: { hours } } }))),
    enabled: hours !== "",
    retry: false,
    staleTime: 60_000,
    placeholderData: (before) => before,
  });
  if (!hours || !zone) return null;
  if (error)
    return (
      <Alert severity="warning" role="status">
        {messageOf(error)}
      </Alert>
    );
  if (!data) return null;
  const { opening, warnings } = data;
  const local = localTime(new Date(now), zone);
  const state = openStatus(opening, local);
  return (
    <Box
      role="group"
      aria-label={t("preview.title")}
      sx={{ bgcolor: "background.default", borderRadius: "12px", p: 2 }}
    >
      <Typography component="h3" variant="subtitle2" sx={{ color: "text.secondary" }}>
        {t("preview.title")}
      </Typography>
      {/* Not a live region: it changes over time. */}
      {state && <Typography sx={{ fontWeight: 600 }}>{formatState(state)}</Typography>}
      <Box
        component="dl"
        sx={{ m: 0, display: "grid", gridTemplateColumns: "auto 1fr", columnGap: 2, rowGap: 0.25 }}
      >
        {groupWeekdays(usualWeek(opening)).map((row) => (
          <Box key={row.first} sx={{ display: "contents" }}>
            <Box component="dt">{formatDays(row)}</Box>
            <Box component="dd" sx={{ m: 0 }}>
              {formatTimes(row.spans)}
            </Box>
          </Box>
        ))}
      </Box>
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, "&:empty": { display: "none" } }}>
        {nextSpecialDays(opening, local.day).map((days) => (
          <li key={days.from}>{formatSpecialDays(days)}</li>
        ))}
      </Box>
      {opening.remarks?.map((remark) => (
        <Typography key={remark} variant="body2">
          {formatRemark(remark)}
        </Typography>
      ))}
      {warnings.map(({ message, suggestion }) => (
        <Alert
          key={message}
          severity="warning"
          role="status"
          sx={{ mt: 1 }}
          action={
            suggestion && (
              <Button color="inherit" size="small" onClick={() => onChange(suggestion)}>
                {t("preview.useInstead", { text: suggestion })}
              </Button>
            )
          }
        >
          {message}
        </Alert>
      ))}
    </Box>
  );
}

/** The server's message about the hours, if it has one. */
function messageOf(error: Error): string {
  const body = error instanceof HttpError ? (error.body as { errors?: Record<string, string> }) : {};
  return body.errors?.hours ?? t("preview.failed");
}
