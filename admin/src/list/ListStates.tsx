import { Alert, AlertTitle, Button, Stack, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { useListContext } from "react-admin";
import { Reason } from "../layout/Toasts";
import { texts } from "../texts";

/** A list that could not be fetched: why, and the way to try again. */
export function ListFailed({ title, error }: { title: string; error: unknown }) {
  const { refetch } = useListContext();
  return (
    <Alert
      severity="error"
      sx={{ m: 2 }}
      action={<Button onClick={() => void refetch()}>{texts.portal.tryAgain}</Button>}
    >
      <AlertTitle>{title}</AlertTitle>
      <Reason error={error} />
    </Alert>
  );
}

/** A list with nothing in it: that it is so, why, and what to do next. */
export function Empty({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Stack role="status" spacing={1} sx={{ alignItems: "center", textAlign: "center", py: 8, px: 2 }}>
      <Typography variant="h2">{title}</Typography>
      <Typography sx={{ color: "text.secondary", pb: 1 }}>{text}</Typography>
      {children}
    </Stack>
  );
}
