import { Alert, AlertTitle, Box, Button, Skeleton, Stack, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { useListContext } from "react-admin";
import { Reason } from "../layout/Toasts";
import { t } from "../messages/common.gen";

/** Shown for a list that could not be fetched: the reason, and a button to try again. */
export function ListFailed({ title, error }: { title: string; error: unknown }) {
  const { refetch } = useListContext();
  return (
    <Alert
      severity="error"
      sx={{ m: 2 }}
      action={<Button onClick={() => void refetch()}>{t("tryAgain")}</Button>}
    >
      <AlertTitle>{title}</AlertTitle>
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
