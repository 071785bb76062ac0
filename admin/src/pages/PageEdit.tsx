import ArrowBack from "@mui/icons-material/ArrowBack";
import OpenInNew from "@mui/icons-material/OpenInNew";
import { Button, Link } from "@mui/material";
import type { Draft, StandingPageChanges } from "@karst/client";
import { useCallback } from "react";
import { Link as RouterLink, useParams } from "react-router-dom";
import { useDraftEditing } from "../drafts/useDraftEditing";
import { ConflictDialog } from "../form/ConflictDialog";
import { EditOnPage } from "../form/EditRecord";
import { HistoryButton } from "../history/HistoryButton";
import { NotFound } from "../layout/NotFound";
import { Page } from "../layout/Page";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/pages.gen";
import { t as tResources } from "../messages/resources.gen";
import { PageForm } from "./PageForm";
import { PAGES, toForm, toText, plainText, type PageName, type PageRecord, type PageText } from "./shape";

/** A field of any static page. */
type PageField = { [Name in PageName]: keyof PageText<Name> }[PageName];

/** The form of one static page. */
export default function PageEdit() {
  const { name } = useParams();
  const page = PAGES.find((one) => one === name);
  if (!page) return <NotFound />;
  return (
    <EditOnPage<PageRecord>
      key={page}
      resource={`pages/${page}`}
      id={page}
      title={t("edit", { page: t(`page.${page}.title`) })}
      lead={t(`page.${page}.text`)}
      words={{ loading: t("loading"), failed: t("fetchFailed") }}
      draftOf={{ kind: "pages", id: page }}
    >
      {(record, draft) => <Editor name={page} record={record} draft={draft} />}
    </EditOnPage>
  );
}

interface EditorProps {
  name: PageName;
  record: PageRecord;
  draft: Draft | null;
}

function Editor({ name, record, draft }: EditorProps) {
  const toast = useToast();
  const title = t(`page.${name}.title`);
  const asText = useCallback((page: Partial<PageRecord>) => toText(name, page), [name]);
  const { conflict, adopt, ...editing } = useDraftEditing<
    PageRecord,
    PageText,
    StandingPageChanges[PageName]
  >({
    recordKey: { kind: "pages", id: name },
    draft,
    isPublic: () => true,
    resource: `pages/${name}`,
    record,
    toText: asText,
    toForm,
    failed: t("updateFailed"),
    onSaved: () => {
      toast.done(
        t("updated", { page: title }),
        <Link href={`/${name}`} target="_blank" rel="noopener" color="secondary">
          {t("visit")}
        </Link>,
      );
    },
  });
  return (
    <Page
      title={t("edit", { page: title })}
      lead={t(`page.${name}.text`)}
      before={
        <Button component={RouterLink} to="/pages" startIcon={<ArrowBack aria-hidden />} sx={{ mb: 1 }}>
          {t("back")}
        </Button>
      }
      actions={
        <>
          <HistoryButton kind="pages" id={name} name={title} onRestored={adopt} />
          <Button href={`/${name}`} target="_blank" rel="noopener" startIcon={<OpenInNew aria-hidden />}>
            {t("visit")}
          </Button>
        </>
      }
    >
      <PageForm {...editing} name={name} />
      <ConflictDialog
        title={t("conflict")}
        conflict={conflict}
        labelOf={(field: PageField) => tResources(`pages.fields.${field}`)}
        wordOf={(field, page) => plainText(page[field])}
      />
    </Page>
  );
}
