import { Card, useMediaQuery, type Theme } from "@mui/material";
import type { ArticleResponse } from "@karst/client";
import { lazy, Suspense, useState } from "react";
import { useListContext } from "react-admin";
import { listTexts } from "../kit/texts";
import { Page } from "../layout/Page";
import { AddButton } from "../list/AddButton";
import { ColumnsMenu } from "../list/ColumnsMenu";
import { ExportList } from "../list/ExportList";
import { FilterBar } from "../list/FilterBar";
import { FlagFilter } from "../list/FlagFilter";
import { SavedViews } from "../list/SavedViews";
import { SearchBox } from "../list/SearchBox";
import { RecordList } from "../list/RecordList";
import { Records } from "../list/Records";
import { SortSelect } from "../list/SortSelect";
import { TrashTabs } from "../list/TrashTabs";
import { t } from "../messages/articles.gen";
import { t as tDrafts } from "../messages/drafts.gen";
import { ArticleDialog } from "./ArticleDialog";
import { ArticleRows, type ArticleActions } from "./ArticleRows";
import { ArticleTable } from "./ArticleTable";
import { DeleteArticle } from "./DeleteArticle";
import { toText } from "./shape";

const ArticlePreview = lazy(() => import("./ArticlePreview"));

/** Inspiration Articles, for admins; search, order and page are in the URL. */
export default function ArticleList() {
  return (
    <RecordList<ArticleResponse> resource="articles" sort={{ field: "publicationDate", order: "DESC" }}>
      <Manage />
    </RecordList>
  );
}

function Manage() {
  const { total, isPending, error } = useListContext<ArticleResponse>();
  const [previewed, setPreviewed] = useState<ArticleResponse | null>(null);
  const [deleted, setDeleted] = useState<ArticleResponse | null>(null);
  return (
    <Page
      title={t("title")}
      lead={isPending || error ? "\u00a0" : <span role="status">{t("count", { count: total ?? 0 })}</span>}
      actions={
        <>
          <ExportList />
          <Add />
        </>
      }
    >
      <TrashTabs
        of="articles"
        tab="list"
        label={t("title")}
        words={{ list: t("tabs.list"), trash: t("tabs.trash") }}
      >
        <Card sx={{ overflow: "clip" }}>
          <Filters />
          <Rows onPreview={setPreviewed} onDelete={setDeleted} />
        </Card>
      </TrashTabs>
      {previewed && (
        <Suspense>
          <ArticlePreview
            article={toText(previewed)}
            id={previewed.id}
            isStored
            onClose={() => setPreviewed(null)}
          />
        </Suspense>
      )}
      <DeleteArticle article={deleted} onClose={() => setDeleted(null)} />
      <ArticleDialog />
    </Page>
  );
}

const Add = () => <AddButton label={t("add")} to="/articles/create" keepsSearch />;

const orders = () => ({
  "-publicationDate": t("orders.newest"),
  publicationDate: t("orders.oldest"),
  title: t("orders.title"),
  "-title": t("orders.titleDescending"),
  "-updatedAt": t("orders.updated"),
});

/** The columns of the table that can be hidden. */
const columns = () => ({
  status: t("columns.status"),
  author: t("columns.author"),
  publicationDate: t("columns.publicationDate"),
});

const useIsWide = () => useMediaQuery<Theme>((theme) => theme.breakpoints.up("lg"));

function Filters() {
  const isWide = useIsWide();
  const actions = (
    <>
      <SavedViews />
      {isWide && <ColumnsMenu columns={columns()} />}
    </>
  );
  return (
    <FilterBar actions={actions}>
      <SearchBox label={t("search")} />
      <SortSelect orders={orders()} />
      <FlagFilter source="draft" label={tDrafts("filter")} />
    </FilterBar>
  );
}

function Rows(actions: ArticleActions) {
  const isWide = useIsWide();
  return (
    <Records<ArticleResponse> label={t("list")} texts={listTexts(t, "none")} emptyAction={<Add />}>
      {(articles) =>
        isWide ? <ArticleTable {...actions} /> : <ArticleRows articles={articles} {...actions} />
      }
    </Records>
  );
}
