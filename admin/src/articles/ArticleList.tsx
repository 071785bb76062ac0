import Add from "@mui/icons-material/Add";
import { Button, Card } from "@mui/material";
import type { ArticleResponse } from "@karst/client";
import { lazy, Suspense, useState } from "react";
import { useListContext } from "react-admin";
import { Link, useLocation } from "react-router-dom";
import { listTexts } from "../kit/texts";
import { Page } from "../layout/Page";
import { FilterBar } from "../list/FilterBar";
import { narrowing, SearchBox } from "../list/SearchBox";
import { RecordList } from "../list/RecordList";
import { Records } from "../list/Records";
import { useNewKey } from "../list/useNewKey";
import { SortSelect } from "../list/SortSelect";
import { TrashTabs, trashTabIds } from "../list/TrashTabs";
import { t } from "../messages/articles.gen";
import { ArticleDialog } from "./ArticleDialog";
import { ArticleRows } from "./ArticleRows";
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

const ids = trashTabIds("articles", "list");

function Manage() {
  const { total, isPending, error } = useListContext<ArticleResponse>();
  const [previewed, setPreviewed] = useState<ArticleResponse | null>(null);
  const [deleted, setDeleted] = useState<ArticleResponse | null>(null);
  return (
    <Page
      title={t("title")}
      lead={isPending || error ? "\u00a0" : <span role="status">{t("count", { count: total ?? 0 })}</span>}
      actions={<AddButton />}
    >
      <TrashTabs
        of="articles"
        tab="list"
        label={t("title")}
        words={{ list: t("tabs.list"), trash: t("tabs.trash") }}
      />
      <Card role="tabpanel" id={ids.panel} aria-labelledby={ids.tab} sx={{ overflow: "clip" }}>
        <Filters />
        <Rows onPreview={setPreviewed} onDelete={setDeleted} />
      </Card>
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

function AddButton() {
  const { search } = useLocation();
  const to = { pathname: "/articles/create", search };
  useNewKey(t("add"), to);
  return (
    <Button component={Link} to={to} variant="contained" startIcon={<Add aria-hidden />}>
      {t("add")}
    </Button>
  );
}

const orders = () => ({
  "-publicationDate": t("orders.newest"),
  publicationDate: t("orders.oldest"),
  title: t("orders.title"),
  "-title": t("orders.titleDescending"),
  "-updatedAt": t("orders.updated"),
});

function Filters() {
  const { filterValues, setFilters } = useListContext();
  return (
    <FilterBar>
      <SearchBox
        label={t("search")}
        value={(filterValues as { q?: string }).q ?? ""}
        onChange={(q) => setFilters(narrowing({ q }), {}, false)}
      />
      <SortSelect orders={orders()} />
    </FilterBar>
  );
}

interface RowsProps {
  onPreview: (article: ArticleResponse) => void;
  onDelete: (article: ArticleResponse) => void;
}

function Rows(actions: RowsProps) {
  return (
    <Records<ArticleResponse> label={t("list")} texts={listTexts(t, "none")} emptyAction={<AddButton />}>
      {(articles) => <ArticleRows articles={articles} {...actions} />}
    </Records>
  );
}
