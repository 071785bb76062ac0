import ArrowBack from "@mui/icons-material/ArrowBack";
import OpenInNew from "@mui/icons-material/OpenInNew";
import { Button, Link } from "@mui/material";
import type { StandingPageChanges } from "@karst/client";
import { useCallback } from "react";
import { Link as RouterLink, useParams } from "react-router-dom";
import { ConflictDialog } from "../form/ConflictDialog";
import { EditOnPage } from "../form/EditRecord";
import { useEditing } from "../form/useEditing";
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
    >
      {(record) => <Editor name={page} record={record} />}
    </EditOnPage>
  );
}

function Editor({ name, record }: { name: PageName; record: PageRecord }) {
  const toast = useToast();
  const title = t(`page.${name}.title`);
  const asText = useCallback((page: Partial<PageRecord>) => toText(name, page), [name]);
  const { start, save, conflict, adopt } = useEditing<PageRecord, PageText, StandingPageChanges[PageName]>({
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
      <PageForm name={name} start={start} save={save} />
      <ConflictDialog
        title={t("conflict")}
        conflict={conflict}
        labelOf={(field: PageField) => tResources(`pages.fields.${field}`)}
        wordOf={(field, page) => plainText(page[field])}
      />
    </Page>
  );
}
