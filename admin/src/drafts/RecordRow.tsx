import { Box, Button, Link, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router-dom";
import { useZone } from "../audit/useZone";
import { clockIn } from "../kit/zone";
import { t } from "../messages/drafts.gen";

interface RecordRowProps {
  to: string;
  name: string;
  /** The kind of the record, or the scheduled action. */
  kind: string;
  /** The time of the scheduled action. */
  time?: string;
  /** Further details and the action buttons. */
  children: ReactNode;
}

/** A draft or a scheduled item in the list. */
export function RecordRow({ to, name, kind, time, children }: RecordRowProps) {
  const zone = useZone();
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: "divider" }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1.5, alignItems: "baseline" }}>
        {time && (
          <Typography
            component="time"
            dateTime={time}
            sx={{ fontWeight: 600, fontVariantNumeric: "tabular-nums" }}
          >
            {clockIn(zone, time).slice(11)}
          </Typography>
        )}
        <Link
          component={RouterLink}
          to={to}
          color="inherit"
          underline="hover"
          sx={{ fontWeight: 600, overflowWrap: "anywhere" }}
        >
          <bdi>{name}</bdi>
        </Link>
        <Typography variant="body2" component="span" sx={{ color: "text.secondary" }}>
          {kind}
        </Typography>
      </Box>
      {children}
    </Box>
  );
}

/** The actions of a row. */
export function RowActions({ children }: { children: ReactNode }) {
  return <Box sx={{ display: "flex", flexWrap: "wrap", ml: -0.75 }}>{children}</Box>;
}

interface RowButtonProps {
  label: string;
  /** The name of the record, for the accessible name. */
  name: string;
  isBusy: boolean;
  onClick: () => void;
}

export function RowButton({ label, name, isBusy, onClick }: RowButtonProps) {
  return (
    <Button
      size="small"
      disabled={isBusy}
      aria-label={t("list.actionOf", { action: label, name })}
      onClick={onClick}
      sx={{ minHeight: 44 }}
    >
      {label}
    </Button>
  );
}

/** A problem that prevents the action or needs attention. */
export function Mark({ children }: { children: string }) {
  return (
    <Typography variant="body2" sx={{ color: "warning.main" }}>
      {children}
    </Typography>
  );
}
