import Add from "@mui/icons-material/Add";
import { Button, Card } from "@mui/material";
import type { CategoryResponse } from "@karst/client";
import { useState } from "react";
import { useListContext } from "react-admin";
import { Link } from "react-router-dom";
import { Page } from "../layout/Page";
import { Empty, ListFailed, RowsSkeleton } from "../list/ListStates";
import { RecordList } from "../list/RecordList";
import { useNewKey } from "../list/useNewKey";
import { CategoryDialog } from "./CategoryDialog";
import { CategoryRows } from "./CategoryRows";
import { DeleteCategory } from "./DeleteCategory";
import { words } from "./words";

/** Categories, for admins: what travellers narrow places by, in the order in which they were made. */
export default function CategoryList() {
  return (
    <RecordList<CategoryResponse> resource="categories" perPage={1000}>
      <Manage />
    </RecordList>
  );
}

function Manage() {
  const { total, isPending, error } = useListContext<CategoryResponse>();
  const [doomed, setDoomed] = useState<CategoryResponse | null>(null);
  return (
    <Page
      title={words.title}
      lead={isPending || error ? "\u00a0" : <span role="status">{words.count(total ?? 0)}</span>}
      actions={<AddButton />}
    >
      <Card sx={{ overflow: "clip" }}>
        <Rows onDelete={setDoomed} />
      </Card>
      <DeleteCategory category={doomed} onClose={() => setDoomed(null)} />
      <CategoryDialog />
    </Page>
  );
}

const NEW = "/categories/create";

function AddButton() {
  useNewKey(words.add, NEW);
  return (
    <Button component={Link} to={NEW} variant="contained" startIcon={<Add aria-hidden />}>
      {words.add}
    </Button>
  );
}

function Rows({ onDelete }: { onDelete: (category: CategoryResponse) => void }) {
  const { data, isPending, error } = useListContext<CategoryResponse>();
  if (isPending) return <RowsSkeleton label={words.loading} />;
  if (error) return <ListFailed title={words.failed.fetch} error={error} />;
  if (!data?.length) {
    return (
      <Empty title={words.empty.title} text={words.empty.text}>
        <AddButton />
      </Empty>
    );
  }
  return <CategoryRows categories={data} onDelete={onDelete} />;
}
