import OpenInNew from "@mui/icons-material/OpenInNew";
import { Alert, AlertTitle, Box, Button, Link, Skeleton, Typography } from "@mui/material";
import type { SettingsChanges } from "@karst/client";
import { useGetOne } from "react-admin";
import { ConflictDialog } from "../form/ConflictDialog";
import { useEditing } from "../form/useEditing";
import { useAccount } from "../identity/useAccount";
import { AccessDeniedNotice } from "../layout/AccessDenied";
import { Page } from "../layout/Page";
import { Reason, useToast } from "../layout/Toasts";
import { texts } from "../texts";
import { useRenew } from "../useRenew";
import { SettingsForm } from "./SettingsForm";
import { toForm, toText, type SettingsRecord, type SettingsText } from "./shape";
import { words } from "./words";

/** What makes the guide the guide of its region: acts at once on every public page. */
export default function Settings() {
  const { account, may } = useAccount();
  if (!may("manageSettings")) {
    return (
      <Box sx={{ p: { xs: 2, md: 4 } }}>
        <AccessDeniedNotice account={account} />
      </Box>
    );
  }
  return <Stored />;
}

function Stored() {
  const { data, error, isFetchedAfterMount, refetch } = useGetOne<SettingsRecord>("settings", { id: 1 });
  // A record that is here stays, whatever became of asking for it again.
  if (error && !data) {
    return (
      <Page title={words.title}>
        <Alert
          severity="error"
          action={<Button onClick={() => void refetch()}>{texts.portal.tryAgain}</Button>}
        >
          <AlertTitle>{words.failed.fetch}</AlertTitle>
          <Reason error={error} />
        </Alert>
      </Page>
    );
  }
  if (!data || !isFetchedAfterMount) {
    return (
      <Page title={words.title} lead={words.lead}>
        <Typography role="status" variant="body2" sx={{ color: "text.secondary", mb: 1 }}>
          {words.loading}
        </Typography>
        <Skeleton variant="rounded" height={640} sx={{ borderRadius: "16px", maxWidth: 960 }} />
      </Page>
    );
  }
  return <Editor record={data} />;
}

function Editor({ record }: { record: SettingsRecord }) {
  const toast = useToast();
  const renew = useRenew();
  const { start, save, conflict, settle } = useEditing<SettingsRecord, SettingsText, SettingsChanges>({
    resource: "settings",
    record,
    toText,
    toForm,
    failed: words.failed.update,
    onSaved: () => {
      toast.done(
        words.done,
        <Link href="/" target="_blank" rel="noopener" color="secondary">
          {words.seen}
        </Link>,
      );
      // The sidebar's brand, the maps' start, the clock of publication times.
      void renew(["settings"]);
    },
  });
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <Button href="/" target="_blank" rel="noopener" startIcon={<OpenInNew aria-hidden />}>
          {texts.portal.visit}
        </Button>
      }
    >
      <SettingsForm start={start} save={save} />
      {conflict && (
        <ConflictDialog
          title={words.conflict}
          conflict={conflict}
          labelOf={(field) => words.fields[field].label}
          wordOf={(field, text) => listed(text[field])}
          {...settle}
        />
      )}
    </Page>
  );
}

/** A list as people read it: an item a line. */
function listed(value: SettingsText[keyof SettingsText]): string | null {
  if (typeof value === "string") return null;
  return value.map((item) => Object.values(item).join(" · ")).join("\n");
}
