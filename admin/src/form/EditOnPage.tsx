import { Alert, AlertTitle, Button, Skeleton, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { useGetOne, type RaRecord } from "react-admin";
import { Page } from "../layout/Page";
import { Reason } from "../layout/Toasts";
import { t } from "../messages/common.gen";

interface EditOnPageProps<View extends RaRecord> {
  resource: string;
  id: View["id"];
  title: string;
  lead: string;
  words: { loading: string; failed: string };
  /** The form, once the record is there. */
  children: (record: View) => ReactNode;
}

/** A record that is edited on a page of its own: its form, and what stands there before or instead of it. */
export function EditOnPage<View extends RaRecord>({
  resource,
  id,
  title,
  lead,
  words,
  children,
}: EditOnPageProps<View>) {
  const { data, error, isFetchedAfterMount, refetch } = useGetOne<View>(resource, { id });
  // A record that is here stays, whatever became of asking for it again.
  if (error && !data) {
    return (
      <Page title={title}>
        <Alert severity="error" action={<Button onClick={() => void refetch()}>{t("tryAgain")}</Button>}>
          <AlertTitle>{words.failed}</AlertTitle>
          <Reason error={error} />
        </Alert>
      </Page>
    );
  }
  if (!data || !isFetchedAfterMount) {
    return (
      <Page title={title} lead={lead}>
        <Typography role="status" variant="body2" sx={{ color: "text.secondary", mb: 1 }}>
          {words.loading}
        </Typography>
        <Skeleton variant="rounded" height={640} sx={{ borderRadius: "16px", maxWidth: 960 }} />
      </Page>
    );
  }
  return children(data);
}
