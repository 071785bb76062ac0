import OpenInNew from "@mui/icons-material/OpenInNew";
import WebhookOutlined from "@mui/icons-material/WebhookOutlined";
import { Button, Link } from "@mui/material";
import type { Draft, SettingsChanges } from "@karst/client";
import { Link as RouterLink } from "react-router-dom";
import { useDraftEditing } from "../drafts/useDraftEditing";
import { ConflictDialog } from "../form/ConflictDialog";
import { EditOnPage } from "../form/EditRecord";
import { HistoryButton } from "../history/HistoryButton";
import { Page } from "../layout/Page";
import { useToast } from "../layout/Toasts";
import { t as tLayout } from "../messages/layout.gen";
import { t as tResources } from "../messages/resources.gen";
import { t } from "../messages/settings.gen";
import { useRenew } from "../useRenew";
import { SettingsForm } from "./SettingsForm";
import { toForm, toText, type SettingsRecord, type SettingsText } from "./shape";

const RECORD = { kind: "settings", id: "1" } as const;

/** The settings of the guide. Changes appear on every public page at once. */
export default function Settings() {
  return (
    <EditOnPage<SettingsRecord>
      resource="settings"
      id={1}
      title={tLayout("section.settings")}
      lead={t("lead")}
      words={{ loading: t("loading"), failed: t("fetchFailed") }}
      draftOf={RECORD}
    >
      {(record, draft) => <Editor record={record} draft={draft} />}
    </EditOnPage>
  );
}

function Editor({ record, draft }: { record: SettingsRecord; draft: Draft | null }) {
  const toast = useToast();
  const renew = useRenew();
  const { conflict, adopt, ...editing } = useDraftEditing<SettingsRecord, SettingsText, SettingsChanges>({
    recordKey: RECORD,
    draft,
    isPublic: () => true,
    resource: "settings",
    record,
    toText,
    toForm,
    failed: t("updateFailed"),
    onSaved: () => {
      toast.done(
        t("updated"),
        <Link href="/" target="_blank" rel="noopener" color="secondary">
          {t("viewSite")}
        </Link>,
      );
      // Updates the brand in the sidebar, the initial view of maps, and the time zone of publication times.
      void renew(["settings"]);
    },
  });
  return (
    <Page
      title={tLayout("section.settings")}
      lead={t("lead")}
      actions={
        <>
          <HistoryButton kind="settings" id={1} name={tLayout("section.settings")} onRestored={adopt} />
          <Button component={RouterLink} to="/webhooks" startIcon={<WebhookOutlined aria-hidden />}>
            {tLayout("section.webhooks")}
          </Button>
          <Button href="/" target="_blank" rel="noopener" startIcon={<OpenInNew aria-hidden />}>
            {tLayout("visit")}
          </Button>
        </>
      }
    >
      <SettingsForm {...editing} />
      <ConflictDialog
        title={t("conflict")}
        conflict={conflict}
        labelOf={(field) => tResources(`settings.fields.${field}`)}
        wordOf={(field, text) => listed(text[field])}
      />
    </Page>
  );
}

/** A list as text, one item per line. */
function listed(value: SettingsText[keyof SettingsText]): string | null {
  if (typeof value !== "object") return null;
  return value.map((item) => Object.values(item).join(" · ")).join("\n");
}
