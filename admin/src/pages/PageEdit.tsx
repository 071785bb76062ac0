import ArrowBack from "@mui/icons-material/ArrowBack";
import OpenInNew from "@mui/icons-material/OpenInNew";
import { Button, Link } from "@mui/material";
import type { StandingPageChanges } from "@karst/client";
import { useCallback } from "react";
import { Link as RouterLink, useParams } from "react-router-dom";
import { ConflictDialog } from "../form/ConflictDialog";
import { EditOnPage } from "../form/EditOnPage";
import { useEditing } from "../form/useEditing";
import { NotFound } from "../layout/NotFound";
import { Page } from "../layout/Page";
import { useToast } from "../layout/Toasts";
import { PageForm } from "./PageForm";
import { PAGES, toForm, toText, told, type PageName, type PageRecord, type PageText } from "./shape";
import { words } from "./words";

/** One page that stands by itself: what is written on it. */
export default function PageEdit() {
  const { name } = useParams();
  const page = PAGES.find((one) => one === name);
  if (!page) return <NotFound />;
  return (
    <EditOnPage<PageRecord>
      key={page}
      resource={`pages/${page}`}
      id={page}
      title={words.edit(words.pages[page].title)}
      lead={words.pages[page].text}
      words={{ loading: words.loading, failed: words.failed.fetch }}
    >
      {(record) => <Editor name={page} record={record} />}
    </EditOnPage>
  );
}

function Editor({ name, record }: { name: PageName; record: PageRecord }) {
  const toast = useToast();
  const { title, text } = words.pages[name];
  const asText = useCallback((page: Partial<PageRecord>) => toText(name, page), [name]);
  const { start, save, conflict, settle } = useEditing<PageRecord, PageText, StandingPageChanges[PageName]>({
    resource: `pages/${name}`,
    record,
    toText: asText,
    toForm,
    failed: words.failed.update,
    onSaved: () => {
      toast.done(
        words.done(title),
        <Link href={`/${name}`} target="_blank" rel="noopener" color="secondary">
          {words.visit}
        </Link>,
      );
    },
  });
  return (
    <Page
      title={words.edit(title)}
      lead={text}
      before={
        <Button component={RouterLink} to="/pages" startIcon={<ArrowBack aria-hidden />} sx={{ mb: 1 }}>
          {words.back}
        </Button>
      }
      actions={
        <Button href={`/${name}`} target="_blank" rel="noopener" startIcon={<OpenInNew aria-hidden />}>
          {words.visit}
        </Button>
      }
    >
      <PageForm name={name} start={start} save={save} />
      {conflict && (
        <ConflictDialog
          title={words.conflict}
          conflict={conflict}
          labelOf={(field: keyof typeof words.fields) => words.fields[field].label}
          wordOf={(field, page) => told(page[field])}
          {...settle}
        />
      )}
    </Page>
  );
}
