import Add from "@mui/icons-material/Add";
import { Button, Card } from "@mui/material";
import type { ArticleResponse } from "@karst/client";
import { lazy, Suspense, useState } from "react";
import { useListContext } from "react-admin";
import { Link, useLocation } from "react-router-dom";
import { Page } from "../layout/Page";
import { FilterBar } from "../list/FilterBar";
import { Empty, ListFailed, RowsSkeleton } from "../list/ListStates";
import { Pager } from "../list/Pager";
import { narrowing, SearchBox } from "../list/SearchBox";
import { RecordList } from "../list/RecordList";
import { useNewKey } from "../list/useNewKey";
import { SortSelect } from "../list/SortSelect";
import { TrashTabs, trashTabIds } from "../list/TrashTabs";
import { ArticleDialog } from "./ArticleDialog";
import { ArticleRows } from "./ArticleRows";
import { DeleteArticle } from "./DeleteArticle";
import { toText } from "./shape";
import { words } from "./words";

const ArticlePreview = lazy(() => import("./ArticlePreview"));

/** Inspiration Articles, for admins: all of them; search, order and page in the address. */
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
  const [viewed, setViewed] = useState<ArticleResponse | null>(null);
  const [doomed, setDoomed] = useState<ArticleResponse | null>(null);
  return (
    <Page
      title={words.title}
      lead={isPending || error ? "\u00a0" : <span role="status">{words.count(total ?? 0)}</span>}
      actions={<AddButton />}
    >
      <TrashTabs of="articles" tab="list" label={words.title} words={words.tabs} />
      <Card role="tabpanel" id={ids.panel} aria-labelledby={ids.tab} sx={{ overflow: "clip" }}>
        <Filters />
        <Rows onPreview={setViewed} onDelete={setDoomed} />
      </Card>
      {viewed && (
        <Suspense>
          <ArticlePreview article={toText(viewed)} onClose={() => setViewed(null)} />
        </Suspense>
      )}
      <DeleteArticle article={doomed} onClose={() => setDoomed(null)} />
      <ArticleDialog />
    </Page>
  );
}

function AddButton() {
  const { search } = useLocation();
  const to = { pathname: "/articles/create", search };
  useNewKey(words.add, to);
  return (
    <Button component={Link} to={to} variant="contained" startIcon={<Add aria-hidden />}>
      {words.add}
    </Button>
  );
}

function Filters() {
  const { filterValues, setFilters } = useListContext();
  return (
    <FilterBar>
      <SearchBox
        label={words.search}
        value={(filterValues as { q?: string }).q ?? ""}
        onChange={(q) => setFilters(narrowing({ q }), {}, false)}
      />
      <SortSelect orders={words.orders} />
    </FilterBar>
  );
}

interface RowsProps {
  onPreview: (article: ArticleResponse) => void;
  onDelete: (article: ArticleResponse) => void;
}

function Rows(actions: RowsProps) {
  const { data, isPending, error, filterValues, setFilters } = useListContext<ArticleResponse>();
  if (isPending) return <RowsSkeleton label={words.loading} />;
  if (error) return <ListFailed title={words.failed.fetch} error={error} />;
  if (!data?.length && Object.keys(filterValues).length > 0) {
    return (
      <Empty title={words.none.title} text={words.none.text}>
        <Button onClick={() => setFilters({}, {}, false)}>{words.none.clear}</Button>
      </Empty>
    );
  }
  if (!data?.length) {
    return (
      <Empty title={words.empty.title} text={words.empty.text}>
        <AddButton />
      </Empty>
    );
  }
  return (
    <>
      <ArticleRows articles={data} {...actions} />
      <Pager label={words.list} />
    </>
  );
}
