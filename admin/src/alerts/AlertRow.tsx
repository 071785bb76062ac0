import { Box, Button, Link, Typography } from "@mui/material";
import type { AlertResponse } from "@karst/client";
import { useState } from "react";
import { Link as RouterLink } from "react-router-dom";
import { useZone } from "../audit/useZone";
import { dateIn } from "../kit/zone";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/alerts.gen";
import { endAlert } from "../resources/alerts";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";
import { LevelChip } from "./LevelChip";
import { targetOf } from "./shape";

/** An alert in the list, with its times and actions. */
export function AlertRow({ alert }: { alert: AlertResponse }) {
  const { id, level, state, text, startsAt, endsAt, source, accountName } = alert;
  const zone = useZone();
  const facts = [
    t("from", { time: dateIn(zone, startsAt) }),
    endsAt ? t(state === "ended" ? "endedAt" : "until", { time: dateIn(zone, endsAt) }) : t("open"),
    source && t("sourceIs", { source }),
    accountName && t("createdBy", { name: accountName }),
  ].filter(Boolean);
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: "divider" }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
        <LevelChip level={level} />
        <Typography component="h2" sx={{ fontWeight: 600, overflowWrap: "anywhere", minWidth: 0 }}>
          <Link component={RouterLink} to={`/alerts/${id}`} color="inherit" underline="hover">
            <bdi>{targetOf(alert)}</bdi>
          </Link>
        </Typography>
      </Box>
      <Typography dir="auto" sx={{ overflowWrap: "anywhere" }}>
        {text}
      </Typography>
      <Typography variant="body2" dir="auto" sx={{ color: "text.secondary" }}>
        {facts.join(" · ")}
      </Typography>
      {state !== "ended" && <EndButton alert={alert} />}
    </Box>
  );
}

/** Ends the alert now. */
function EndButton({ alert }: { alert: AlertResponse }) {
  const [isBusy, setBusy] = useState(false);
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();
  async function end() {
    setBusy(true);
    try {
      await ask(() => endAlert(alert.id));
      toast.done(t("done.end"));
    } catch (error) {
      toast.failed(t("failed.end"), error);
    } finally {
      setBusy(false);
      await renew(["alerts"], ["businesses"]);
    }
  }
  return (
    <Button
      size="small"
      aria-label={t("endOf", { name: targetOf(alert) })}
      onClick={() => void (isBusy || end())}
      sx={{ minHeight: 44, ml: -0.75 }}
    >
      {t("end")}
    </Button>
  );
}
