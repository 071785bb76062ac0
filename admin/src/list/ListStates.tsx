import { Alert, AlertTitle, Box, Button, Skeleton, Stack, Typography, type AlertProps } from "@mui/material";
import type { ReactNode } from "react";
import { Reason } from "../layout/Toasts";
import { t } from "../messages/common.gen";

interface LoadFailedProps {
  /** What failed: the title of the alert, or the beginning of its text. */
  title: string;
  isInline?: boolean;
  error: unknown;
  onRetry: () => unknown;
  sx?: AlertProps["sx"];
}

/** Shown for data that could not be fetched: the reason, and a button to try again. */
export function LoadFailed({ title, isInline = false, error, onRetry, sx }: LoadFailedProps) {
  return (
    <Alert severity="error" sx={sx} action={<Button onClick={() => void onRetry()}>{t("tryAgain")}</Button>}>
      {isInline ? `${title} ` : <AlertTitle>{title}</AlertTitle>}
      <Reason error={error} />
    </Alert>
  );
}

/** Shown for an empty list: why it is empty, and what to do next. */
export function Empty({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <Stack role="status" spacing={1} sx={{ alignItems: "center", textAlign: "center", py: 8, px: 2 }}>
      <Typography variant="h2">{title}</Typography>
      <Typography sx={{ color: "text.secondary", pb: 1 }}>{text}</Typography>
      {children}
    </Stack>
  );
}

/** Placeholder rows of a loading list, below a label. */
export function RowsSkeleton({ label }: { label: string }) {
  return (
    <Box sx={{ p: 2 }}>
      <Typography role="status" variant="body2" sx={{ color: "text.secondary", mb: 1 }}>
        {label}
      </Typography>
      {Array.from({ length: 8 }, (_, row) => (
        <Stack key={row} direction="row" spacing={1.5} aria-hidden sx={{ alignItems: "center", py: 1.25 }}>
          <Skeleton variant="rounded" width={44} height={44} />
          <Box sx={{ flexGrow: 1 }}>
            <Skeleton width={`${58 - (row % 3) * 12}%`} />
            <Skeleton width={`${34 - (row % 2) * 8}%`} />
          </Box>
          <Skeleton variant="rounded" width={72} height={24} sx={{ borderRadius: 12 }} />
        </Stack>
      ))}
    </Box>
  );
}
